"""Building: the library, the page, the wheel, the pins, the Windows program."""
