"""What is handed in: options, sides, maps, kinds of terrain and armies, checked and completed."""
