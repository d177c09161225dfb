"""What the makers in brain.build make: the wheel, its pins, the Windows program."""
