"""The command line: arguments, help, output, the terminal."""
