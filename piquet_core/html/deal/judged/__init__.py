"""What the decisions of a deal have cost: the sheet, and the line over the acts."""
