"""The rules, a folder for each chapter; `handlers` gathers them."""
