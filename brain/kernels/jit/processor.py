"""What the processor can do, by the levels of the x86-64 psABI that libraries are compiled for.

Register B of a CPUID leaf is in the high half of `cpuid`, register C in the low.
"""

from brain.kernels.jit.instructions import cpuid, saved_registers
from brain.kernels.jit.kernel import kernel

BASIC, EXTENDED, AMD_EXTENDED = 1, 7, 0x80000001  # leaves of CPUID
HIGH = 32

# Level 2: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF.
BASIC_2 = 1 << 0 | 1 << 9 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 23
AMD_2 = 1 << 0
# Level 3: FMA, MOVBE, OSXSAVE, AVX, F16C; LZCNT; BMI1, AVX2, BMI2.
BASIC_3 = 1 << 12 | 1 << 22 | 1 << 27 | 1 << 28 | 1 << 29
AMD_3 = 1 << 5
EXTENDED_3 = (1 << 3 | 1 << 5 | 1 << 8) << HIGH
# Level 4: AVX512F, AVX512DQ, AVX512CD, AVX512BW, AVX512VL.
EXTENDED_4 = (1 << 16 | 1 << 17 | 1 << 28 | 1 << 30 | 1 << 31) << HIGH
# What the system must save: xmm and ymm; the mask registers and zmm too.
SAVED_3 = 1 << 1 | 1 << 2
SAVED_4 = SAVED_3 | 1 << 5 | 1 << 6 | 1 << 7


@kernel
def has(flags, wanted):
    """Return 1 when all wanted flags are set."""
    return 1 if flags & wanted == wanted else 0


@kernel
def cpu_level():
    """Return the processor's x86-64 level, 1 to 4, or 0 for another processor."""
    basic = cpuid(BASIC)
    if basic == 0:
        return 0
    amd = cpuid(AMD_EXTENDED)
    if not (has(basic, BASIC_2) and has(amd, AMD_2)):
        return 1
    extended = cpuid(EXTENDED)
    if not (has(basic, BASIC_3) and has(amd, AMD_3) and has(extended, EXTENDED_3)):
        return 2
    saved = saved_registers()
    if not has(saved, SAVED_3):
        return 2
    return 4 if has(extended, EXTENDED_4) and has(saved, SAVED_4) else 3
