"""The one codec: what goes in comes out, and with a key nothing else can be read from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.store.codec import PACK_FROM, Codec, CodecError

OLD, NEW = bytes(32), bytes(range(32))
blobs = st.binary(max_size=300) | st.integers(0, 20_000).map(lambda size: b"orders " * (size // 7))


@given(blob=blobs)
@pytest.mark.parametrize("key", [None, NEW])
def test_every_blob_comes_back(key: bytes | None, blob: bytes) -> None:
    codec = Codec(key)
    assert codec.open(codec.seal(blob)) == blob


def test_large_blobs_are_packed_and_those_that_cannot_be_are_not() -> None:
    codec = Codec(None)
    assert len(codec.seal(b"Savoy " * 10_000)) < 1000
    noise = Codec(NEW).seal(b"x" * PACK_FROM * 200)
    assert len(codec.seal(noise)) <= len(noise) + 1


def test_with_a_key_nothing_can_be_read_without_it() -> None:
    stored = Codec(NEW).seal(b"Walpole, Halley")
    assert b"Walpole" not in stored
    with pytest.raises(CodecError, match="not among the configured ones"):
        Codec(None).open(stored)
    with pytest.raises(CodecError, match="not among the configured ones"):
        Codec(OLD).open(stored)


def test_the_length_of_a_sealed_answer_does_not_tell_the_answer() -> None:
    codec = Codec(NEW)
    lengths = {len(codec.seal(b'{"ministry":"%s"}' % (b"x" * length))) for length in range(200)}
    assert len(lengths) == 1


def test_equal_blobs_are_sealed_differently() -> None:
    codec = Codec(NEW)
    assert codec.seal(b"pass") != codec.seal(b"pass")


def test_an_older_key_opens_and_the_current_one_seals() -> None:
    before = Codec(OLD).seal(b"kept")
    rotating = Codec(NEW, [OLD])
    assert rotating.open(before) == b"kept"
    assert not rotating.current(before)
    assert rotating.current(rotating.seal(b"kept"))
    assert rotating.open(Codec(None).seal(b"from before there was a key")) == b"from before there was a key"


@pytest.mark.parametrize("position", [0, 1, 5, 17, -1])
def test_a_changed_byte_is_noticed(position: int) -> None:
    stored = bytearray(Codec(NEW).seal(b"orders"))
    stored[position] ^= 0x40
    with pytest.raises(CodecError):
        Codec(NEW).open(bytes(stored))


@pytest.mark.parametrize("stored", [b"", b"\x7fxyz", b"\x01no zlib", b"\x10", b"\x10abcd", b"\x11" + bytes(20)])
def test_what_we_did_not_write_is_refused(stored: bytes) -> None:
    with pytest.raises(CodecError):
        Codec(NEW).open(stored)


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Codec(b"short")
