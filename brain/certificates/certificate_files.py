"""A certificate in any of its forms: binary, packed, or JSON."""

from brain.certificates import certificate
from brain.certificates.certificate import JSON_START, MAGIC, PACKED_MAGIC, Certificate

BINARY = (MAGIC, PACKED_MAGIC)  # first bytes of the binary forms


def loads(data: bytes) -> Certificate:
    """Return the certificate in a file's content. ValueError if it is not a certificate, or is
    packed and Python has no LZMA.
    """
    if data.startswith(PACKED_MAGIC):
        return _unpacked(data)
    if data.lstrip().startswith(JSON_START.encode()):
        return certificate.from_json(data)
    return certificate.loads(data)


def _unpacked(data: bytes) -> Certificate:
    try:
        from brain.certificates import packing
    except ImportError:
        raise ValueError(
            "a packed certificate needs LZMA, which the tournament program lacks: use the desktop"
            " program"
        ) from None
    return packing.loads(data)
