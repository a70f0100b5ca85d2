"""A DNS server of our own on this machine, with the records that a test gives it."""

import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

Zone = Mapping[tuple[str, str], Sequence[str]]
"""By name and type the records as a zone file writes them: `("game.test", "MX"): ["10 mx.game.test."]`."""


@contextmanager
def dns_server(zone: Zone, *, failing: bool = False) -> Iterator[str]:
    """Its address, as a setting takes it. `failing`: it answers that it cannot."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ours:
        ours.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=_serve, args=(ours, zone, failing), daemon=True)
        thread.start()
        host, port = ours.getsockname()
        yield f"{host}:{port}"
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", (host, port))
        thread.join()


def _serve(ours: socket.socket, zone: Zone, failing: bool) -> None:
    """Until an empty datagram comes."""
    names = {name for name, _ in zone}
    while True:
        data, whom = ours.recvfrom(65_535)
        if not data:
            return
        query = dns.message.from_wire(data)
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        question = query.question[0]
        name, kind = question.name.to_text(omit_final_dot=True).lower(), dns.rdatatype.to_text(question.rdtype)
        if failing:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif name not in names:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        elif records := zone.get((name, kind)):
            answer.answer.append(dns.rrset.from_text_list(question.name, 60, "IN", kind, records))
        ours.sendto(answer.to_wire(), whom)
