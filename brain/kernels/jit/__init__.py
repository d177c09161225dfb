"""How kernels are compiled: the decorator, machine instructions, vectors, object code."""
