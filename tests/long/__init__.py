"""What takes minutes to hours when it is run in full, and a short run of each."""
