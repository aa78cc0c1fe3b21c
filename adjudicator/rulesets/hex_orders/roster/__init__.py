"""What is handed in: army lists, upgrades, ready maps and armies, read from data files and checked."""
