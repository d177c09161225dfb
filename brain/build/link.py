"""Links one ELF object into a shared library for Linux or Windows, so that no linker is needed.

It does only what the kernels need and refuses the rest. Code and constants may refer to each other
by relative addresses; there is no writable data and no import. Such an image is the same bytes
wherever it is loaded: a library is a header, a table of exported names, and the image.

TIS Committee, Executable and Linking Format, 1.2, 1995. Arm, ELF for the Arm 64-bit Architecture,
2024. Microsoft, PE Format, 2024.
"""

import struct
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

X86_64, AARCH64 = 62, 183  # as ELF numbers them
PAGE = 4096
LARGEST_PAGE = {X86_64: PAGE, AARCH64: 1 << 16}  # that a system may have


class LinkError(Exception):
    """The object needs something that a kernel library doesn't have."""


@dataclass(frozen=True)
class Image:
    """Position-independent code and constants, and the offset of each exported name."""

    machine: int
    code: bytes
    exports: dict[str, int]


def _aligned(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment


def _padded(content: bytes, alignment: int) -> bytes:
    return content.ljust(_aligned(len(content), alignment), b"\0")


def _names(names: Collection[str]) -> tuple[bytes, list[int]]:
    """Return a string table that starts with the empty name, and each name's offset in it."""
    table, offsets = b"\0", []
    for name in names:
        offsets.append(len(table))
        table += name.encode() + b"\0"
    return table, offsets


# Reading an object.

SECTION, SYMBOL, RELOCATION = (
    struct.Struct("<IIQQQQIIQQ"),
    struct.Struct("<IBBHQQ"),
    struct.Struct("<QQq"),
)
PROGBITS, SYMTAB, RELA = 1, 2, 4
WRITABLE, ALLOCATED = 1, 2
UNWINDING = ".eh_frame"  # no kernel throws


class _Reference(NamedTuple):
    """How a relocation is applied: a value of target and place, its lowest bits dropped, goes into
    bit fields of a word, (lowest bit, number of bits), the value's low end first.
    """

    value: Callable[[int, int], int]
    dropped: int
    fields: tuple[tuple[int, int], ...]


def _distance(target: int, place: int) -> int:
    return target - place


def _pages(target: int, place: int) -> int:
    """Return the distance between the starts of two pages."""
    return target // PAGE * PAGE - place // PAGE * PAGE


def _in_page(target: int, place: int) -> int:
    return target % PAGE


WORD, OPERAND = ((0, 32),), ((10, 12),)
REFERENCES = {
    X86_64: {
        2: _Reference(_distance, 0, WORD),  # PC32
        4: _Reference(_distance, 0, WORD),  # PLT32, which is the same when nothing is imported
    },
    AARCH64: {
        261: _Reference(_distance, 0, WORD),  # PREL32
        275: _Reference(_pages, 12, ((29, 2), (5, 19))),  # ADR_PREL_PG_HI21
        277: _Reference(_in_page, 0, OPERAND),  # ADD_ABS_LO12_NC
        278: _Reference(_in_page, 0, OPERAND),  # LDST8_ABS_LO12_NC, and so on to 128 bits
        284: _Reference(_in_page, 1, OPERAND),
        285: _Reference(_in_page, 2, OPERAND),
        286: _Reference(_in_page, 3, OPERAND),
        299: _Reference(_in_page, 4, OPERAND),
        282: _Reference(_distance, 2, ((0, 26),)),  # JUMP26
        283: _Reference(_distance, 2, ((0, 26),)),  # CALL26
    },
}


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class _Symbol(NamedTuple):
    name: str
    section: int
    offset: int


class _Object:
    """The sections and symbols of an ELF object."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        (self.machine,) = struct.unpack_from("<H", content, 18)
        (table,) = struct.unpack_from("<Q", content, 40)
        count, names = struct.unpack_from("<HH", content, 60)
        self.sections = [
            _Section(*SECTION.unpack_from(content, table + SECTION.size * number))
            for number in range(count)
        ]
        self._section_names = self.sections[names].offset
        self.symbols = [
            symbol for section in self.of_kind(SYMTAB) for symbol in self._symbols(section)
        ]

    def of_kind(self, kind: int) -> list[_Section]:
        return [section for section in self.sections if section.kind == kind]

    def bytes_of(self, section: _Section) -> bytes:
        return self.content[section.offset : section.offset + section.size]

    def name_of(self, section: _Section) -> str:
        return self._text(self._section_names + section.name)

    def _text(self, start: int) -> str:
        return self.content[start : self.content.index(b"\0", start)].decode()

    def _symbols(self, section: _Section) -> list[_Symbol]:
        names = self.sections[section.link].offset
        return [
            _Symbol(self._text(names + name), home, offset)
            for name, _, _, home, offset, _ in SYMBOL.iter_unpack(self.bytes_of(section))
        ]


def image(content: bytes, exports: Collection[str]) -> Image:
    """Return an ELF object's code and constants in one piece, with every reference resolved."""
    parsed = _Object(content)
    code, homes = _lay_out(parsed)
    for section in parsed.of_kind(RELA):
        if section.info in homes:
            _relocate(parsed, section, code, homes)
    found = {
        symbol.name: homes[symbol.section] + symbol.offset
        for symbol in parsed.symbols
        if symbol.section in homes and symbol.name in exports
    }
    if missing := set(exports) - set(found):
        raise LinkError(f"not defined: {', '.join(sorted(missing))}")
    return Image(parsed.machine, bytes(code), dict(sorted(found.items())))


def _lay_out(parsed: _Object) -> tuple[bytearray, dict[int, int]]:
    """Return the allocated sections in one piece, and each section's offset by its number."""
    code, homes = bytearray(), {}
    for number, section in enumerate(parsed.sections):
        name = parsed.name_of(section)
        if not section.flags & ALLOCATED or not section.size or name == UNWINDING:
            continue
        if section.kind != PROGBITS or section.flags & WRITABLE:
            raise LinkError(f"section {name}: only code and constants can be linked")
        homes[number] = _aligned(len(code), section.alignment)
        code = code.ljust(homes[number], b"\0") + parsed.bytes_of(section)
    return code, homes


def _relocate(parsed: _Object, section: _Section, code: bytearray, homes: dict[int, int]) -> None:
    """Apply the relocations of one section to the code."""
    for offset, kind_and_symbol, addend in RELOCATION.iter_unpack(parsed.bytes_of(section)):
        symbol = parsed.symbols[kind_and_symbol >> 32]
        kind = kind_and_symbol & 0xFFFFFFFF
        if symbol.section not in homes:
            raise LinkError(f"undefined symbol: {symbol.name}")
        reference = REFERENCES[parsed.machine].get(kind)
        if reference is None:
            raise LinkError(f"reference to {symbol.name}: relocation type {kind} is unknown")
        place = homes[section.info] + offset
        target = homes[symbol.section] + symbol.offset + addend
        _write(code, place, reference.value(target, place) >> reference.dropped, reference.fields)


def _write(code: bytearray, place: int, value: int, fields: tuple[tuple[int, int], ...]) -> None:
    """Write a value into the bit fields, still zero, of the word at a place."""
    (word,) = struct.unpack_from("<I", code, place)
    for lowest, bits in fields:
        word |= value % (1 << bits) << lowest
        value >>= bits
    struct.pack_into("<I", code, place, word)


# Writing a library for Linux.

ELF_HEADER, SEGMENT = struct.Struct("<16sHHIQQQIHHHHHH"), struct.Struct("<IIQQQQQQ")
LOAD, DYNAMIC, STACK = 1, 2, 0x6474E551
READ_EXECUTE, READ_WRITE = 5, 6
HASH, STRTAB, SYMTAB_ADDRESS, STRSZ, SYMENT = 4, 5, 6, 10, 11
GLOBAL_FUNCTION = 1 << 4 | 2
CODE_SECTION = 1  # any number but 0: there is no section table


def linux_library(image: Image) -> bytes:
    """Return an image as an ELF shared object: a segment of code and the dynamic section."""
    names, offsets = _names(image.exports)
    count = len(image.exports) + 1
    symbols_at = ELF_HEADER.size + 4 * SEGMENT.size
    hash_at = symbols_at + count * SYMBOL.size
    names_at = hash_at + 4 * (3 + count)
    page = LARGEST_PAGE[image.machine]
    code_at = _aligned(names_at + len(names), page)
    dynamic_at = _aligned(code_at + len(image.code), page)

    symbols = SYMBOL.pack(0, 0, 0, 0, 0, 0) + b"".join(
        SYMBOL.pack(name, GLOBAL_FUNCTION, 0, CODE_SECTION, code_at + start, 0)
        for name, start in zip(offsets, image.exports.values(), strict=True)
    )
    # With a single bucket a look-up walks the chain of all names, whatever its hash.
    chain = struct.pack(f"<{3 + count}I", 1, count, count - 1, 0, *range(count - 1))
    dynamic = b"".join(
        struct.pack("<QQ", tag, value)
        for tag, value in (
            (HASH, hash_at),
            (STRTAB, names_at),
            (SYMTAB_ADDRESS, symbols_at),
            (STRSZ, len(names)),
            (SYMENT, SYMBOL.size),
            (0, 0),
        )
    )
    code_end = code_at + len(image.code)
    segments = (
        (LOAD, READ_EXECUTE, 0, code_end, page),
        (LOAD, READ_WRITE, dynamic_at, len(dynamic), page),
        (DYNAMIC, READ_WRITE, dynamic_at, len(dynamic), 8),
        (STACK, READ_WRITE, 0, 0, 16),
    )
    identity = b"\x7fELF" + bytes((2, 1, 1))  # 64 bits, little endian, version 1
    shared_object = 3
    header = ELF_HEADER.pack(
        *(identity, shared_object, image.machine, 1, 0, ELF_HEADER.size, 0, 0),
        *(ELF_HEADER.size, SEGMENT.size, len(segments), 0, 0, 0),
    )
    table = b"".join(
        SEGMENT.pack(kind, flags, start, start, start, size, size, alignment)
        for kind, flags, start, size, alignment in segments
    )
    return (
        _padded(_padded(header + table + symbols + chain + names, page) + image.code, page)
        + dynamic
    )


# Writing a library for Windows.

COFF_HEADER, PE_SECTION = struct.Struct("<HHIIIHH"), struct.Struct("<8sIIIIIIHHI")
OPTIONAL_HEADER = struct.Struct("<HBBIIIIIQIIHHHHHHIIIIHHQQQQII")
DIRECTORIES, EXPORT_DIRECTORY, RELOCATION_DIRECTORY = 16, 0, 5
FILE_ALIGNMENT = 512
IMAGE_BASE = 0x180000000  # where it would like to be loaded
LIBRARY = 0x2022  # a DLL, executable, that may lie anywhere in 64 bits
MOVABLE = 0x160  # to any address, and its data are never executed
GRAPHICAL = 2
SIX = (6, 0)  # Windows Vista or later
TEXT, CONSTANTS, DISCARDABLE = 0x60000020, 0x40000040, 0x42000040


def _export_directory(image: Image, file_name: str, start: int, code_at: int) -> bytes:
    """Return the table of exported names, to be loaded at `start`."""
    count = len(image.exports)
    header = struct.Struct("<IIHHIIIIIII")
    addresses_at = start + header.size
    names_at = addresses_at + 4 * count
    ordinals_at = names_at + 4 * count
    text_at = ordinals_at + 2 * count
    text, (own_name, *names) = _names([file_name, *image.exports])
    return (
        header.pack(
            0, 0, 0, 0, text_at + own_name, 1, count, count, addresses_at, names_at, ordinals_at
        )
        + struct.pack(f"<{count}I", *(code_at + offset for offset in image.exports.values()))
        + struct.pack(f"<{count}I", *(text_at + offset for offset in names))
        + struct.pack(f"<{count}H", *range(count))
        + text
    )


def windows_library(image: Image) -> bytes:
    """Return an image as a PE DLL: code, exported names, and an empty list of relocations."""
    code_at = PAGE
    exports_at = _aligned(code_at + len(image.code), PAGE)
    exports = _export_directory(image, "kernels.dll", exports_at, code_at)
    relocations_at = _aligned(exports_at + len(exports), PAGE)
    # Without the list, a loader may take the library for one with a fixed address.
    relocations = struct.pack("<IIHH", code_at, 12, 0, 0)
    sections = (
        (b".text", code_at, image.code, TEXT),
        (b".edata", exports_at, exports, CONSTANTS),
        (b".reloc", relocations_at, relocations, DISCARDABLE),
    )
    coff_at = 64
    directory_table = 8 * DIRECTORIES
    headers_end = (
        coff_at
        + 4
        + COFF_HEADER.size
        + OPTIONAL_HEADER.size
        + directory_table
        + len(sections) * PE_SECTION.size
    )
    headers_size = _aligned(headers_end, FILE_ALIGNMENT)

    table, body = b"", b""
    for name, address, content, flags in sections:
        raw = _padded(content, FILE_ALIGNMENT)
        place = headers_size + len(body)
        table += PE_SECTION.pack(name, len(content), address, len(raw), place, 0, 0, 0, 0, flags)
        body += raw
    directories = bytearray(directory_table)
    struct.pack_into("<II", directories, 8 * EXPORT_DIRECTORY, exports_at, len(exports))
    struct.pack_into("<II", directories, 8 * RELOCATION_DIRECTORY, relocations_at, len(relocations))

    x86_64, pe_64 = 0x8664, 0x20B
    code_size = _aligned(len(image.code), FILE_ALIGNMENT)
    stack_and_heap = (1 << 20, PAGE, 1 << 20, PAGE)
    optional = OPTIONAL_HEADER.pack(
        *(pe_64, 1, 0, code_size, len(body) - code_size, 0, 0, code_at),
        *(IMAGE_BASE, PAGE, FILE_ALIGNMENT, *SIX, 0, 0, *SIX, 0),
        *(_aligned(relocations_at + len(relocations), PAGE), headers_size, 0),
        *(GRAPHICAL, MOVABLE, *stack_and_heap, 0, DIRECTORIES),
    )
    coff = COFF_HEADER.pack(
        x86_64, len(sections), 0, 0, 0, len(optional) + len(directories), LIBRARY
    )
    stub = b"MZ".ljust(60, b"\0") + struct.pack("<I", coff_at)
    return (
        _padded(stub + b"PE\0\0" + coff + optional + bytes(directories) + table, FILE_ALIGNMENT)
        + body
    )
