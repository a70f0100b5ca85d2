"""The text body of `winmail.dat` (TNEF, [MS-OXTNEF]); nothing else of it is opened."""

import struct

_SIGNATURE = 0x223E9F78
_BODY = 0x0002800C
_CODEPAGE = 0x00069007
_HEADER = struct.Struct("<BII")


def tnef_body(data: bytes) -> tuple[bytes, str] | None:
    """Return the plain text body and its charset, or None if there is none.

    Only the attribute attBody is read: a body that is RTF alone stays unread, and the answer says what winmail.dat is.
    """
    if len(data) < 6 or struct.unpack_from("<I", data)[0] != _SIGNATURE:
        return None
    at, charset = 6, ""
    body: bytes | None = None
    while at + _HEADER.size <= len(data):
        _, attribute, length = _HEADER.unpack_from(data, at)
        at += _HEADER.size
        value = data[at : at + length]
        at += length + 2  # a checksum follows each attribute
        if attribute == _CODEPAGE and len(value) >= 4:
            charset = f"cp{struct.unpack_from('<I', value)[0]}"
        elif attribute == _BODY:
            body = value.rstrip(b"\0")
    return None if body is None else (body, charset)
