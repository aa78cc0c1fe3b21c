"""What is handed in: catalogues and armies of data, scenarios and sizes, ready terrain, and the troops of a roster."""
