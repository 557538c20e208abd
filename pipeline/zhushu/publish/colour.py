"""The sRGB profile that PDF/A wants in the file: computed, so that it is the same bytes everywhere (ICC.1:2001-04)."""

from __future__ import annotations

import struct
from functools import cache

# Colorants of sRGB adapted to D50, and D50 itself (IEC 61966-2-1 by way of the Bradford matrix).
_POINTS = {
    b"rXYZ": (0.43607, 0.22249, 0.01392),
    b"gXYZ": (0.38515, 0.71687, 0.09708),
    b"bXYZ": (0.14307, 0.06061, 0.71410),
    b"wtpt": (0.96420, 1.00000, 0.82491),
}
_STEPS = 1024


@cache
def srgb() -> bytes:
    """Nothing → an ICC version 2 display profile."""
    curve = b"curv" + bytes(4) + struct.pack(">I", _STEPS)
    curve += b"".join(struct.pack(">H", round(_linear(step / (_STEPS - 1)) * 65535)) for step in range(_STEPS))
    name = b"sRGB"
    tags = {
        b"desc": b"desc" + bytes(4) + struct.pack(">I", len(name) + 1) + name + bytes(1 + 4 + 4 + 2 + 1 + 67),
        b"cprt": b"text" + bytes(4) + b"No copyright, use freely\0",
        **{tag: b"XYZ " + bytes(4) + b"".join(map(_fixed, point)) for tag, point in _POINTS.items()},
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    return _profile(tags)


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _fixed(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))


def _profile(tags: dict[bytes, bytes]) -> bytes:
    """Tags → header, table and data. Tags of the same content share it."""
    offset = 128 + 4 + 12 * len(tags)
    places: dict[bytes, int] = {}
    table, body = struct.pack(">I", len(tags)), b""
    for tag, content in tags.items():
        if content not in places:
            places[content] = offset + len(body)
            body += content + bytes(-len(content) % 4)
        table += tag + struct.pack(">II", places[content], len(content))
    size = offset + len(body)
    header = struct.pack(">I4xI4s4s4s", size, 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    header += struct.pack(">6H4s", 2026, 1, 1, 0, 0, 0, b"acsp") + bytes(28)
    header += b"".join(map(_fixed, _POINTS[b"wtpt"]))
    return header.ljust(128, b"\0") + table + body
