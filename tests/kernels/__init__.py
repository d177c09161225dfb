"""The compiled kernels, each against its slow twin; boards are drawn."""
