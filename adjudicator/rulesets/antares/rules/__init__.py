"""Rules: a folder for each chapter of the sheet, and all that they bring in one table.

`handlers` joins the parts of all modules.
"""
