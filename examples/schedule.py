"""Flies a schedule of 50 telecommands out of contact: uploaded in a pass, released without a link, verified in the next one.

Start the spacecraft first, in another terminal: npm run spacecraft -- --profile none
Usage: python3 schedule.py [telemetry port] [telecommand port] [control port]
Needs only Python's standard library. Offsets are those of the interface control document
(npm run spacecraft -- --describe out).
"""
import datetime
import json
import socket
import struct
import sys
import urllib.request

GIVEN_PORTS = [int(port) for port in sys.argv[1:4]]
TM_PORT, TC_PORT, CONTROL_PORT = GIVEN_PORTS + [10015, 10025, 10090][len(GIVEN_PORTS):]
HOST = "127.0.0.1"
COUNT, FIRST_AFTER_S, INTERVAL_S = 50, 540, 5  # no pass takes nine minutes
ENABLE, DUMP, FIRST_INSERT, FIRST_SCHEDULED = 1, 2, 100, 200  # sequence counts
ACCEPTED, COMPLETED = 1, 7


def control(path, body=None):
    """Asks the simulation, not the spacecraft; without a body, with GET."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"http://{HOST}:{CONTROL_PORT}{path}", data)) as answer:
        return json.load(answer)


def crc16(octets):
    """CRC-16-CCITT, initial value 0xFFFF."""
    crc = 0xFFFF
    for octet in octets:
        crc ^= octet << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def telecommand(service, subservice, data, count):
    """A Space Packet for APID 100 with a PUS-C header that requests all reports."""
    body = struct.pack(">BBBH", 0x2F, service, subservice, 0) + data
    packet = struct.pack(">HHH", 0x1864, 0xC000 | count, len(body) + 1) + body
    return packet + struct.pack(">H", crc16(packet))


def packets(stream):
    """Yields each telemetry packet."""
    while True:
        header = stream.read(6)
        if len(header) < 6:
            raise SystemExit("The spacecraft has closed the connection.")
        packet = header + stream.read(int.from_bytes(header[4:6], "big") + 1)
        if crc16(packet) != 0:
            raise SystemExit("A packet is damaged.")
        yield packet


def receive(telemetry, stage, counts):
    """Reads telemetry until a stage of all these telecommands is reported; returns the second of each report."""
    reported = {}
    while not counts <= reported.keys():
        packet = next(telemetry)
        if packet[7] == 1 and packet[8] in (2, 8):
            raise SystemExit(f"A telecommand failed with code {int.from_bytes(packet[24:26], 'big')}.")
        if packet[7] == 1 and packet[8] == stage:
            count = int.from_bytes(packet[22:24], "big") & 0x3FFF
            (reported[count],) = struct.unpack_from(">I", packet, 14)
    return reported


def advance(to_contact):
    """Advances to the next contact, or to its end: without a link, telemetry is stored on board."""
    stored = control("/status")["link"]["storedPackets"]
    while True:
        status = control("/step", {"seconds": 30})
        before, stored = stored, status["link"]["storedPackets"]
        if (stored == before) == to_contact:
            return int(datetime.datetime.fromisoformat(status["time"].replace("Z", "+00:00")).timestamp())


def scheduled():
    return control("/status")["link"]["scheduledTelecommands"]


def say(second, text):
    print(f"{datetime.datetime.fromtimestamp(second, datetime.timezone.utc):%H:%M:%S} {text}", flush=True)


try:
    telemetry = packets(socket.create_connection((HOST, TM_PORT)).makefile("rb"))
    uplink = socket.create_connection((HOST, TC_PORT))
except ConnectionRefusedError:
    raise SystemExit("No spacecraft runs: npm run spacecraft -- --profile none") from None
control("/pause", {})
control("/link", {"profile": "stations"})
advance(to_contact=False)
now = advance(to_contact=True)
due = {FIRST_SCHEDULED + index: now + FIRST_AFTER_S + INTERVAL_S * index for index in range(COUNT)}
uplink.sendall(telecommand(11, 1, b"", ENABLE))
for count, second in due.items():
    release = struct.pack(">BBIH", 1, 1, second, 0)  # sub-schedule, instructions, seconds, fraction
    insert = telecommand(11, 4, release + telecommand(17, 1, b"", count), count - FIRST_SCHEDULED + FIRST_INSERT)
    uplink.sendall(insert)
receive(telemetry, COMPLETED, {ENABLE} | {FIRST_INSERT + index for index in range(COUNT)})
say(now, f"contact: {scheduled()} telecommands are in the schedule")

lost = advance(to_contact=False)
say(lost, "contact lost")
now = advance(to_contact=True)
say(now, f"contact: {scheduled()} telecommands are in the schedule")
if not lost < min(due.values()) <= max(due.values()) < now:
    raise SystemExit("A station was in view when the telecommands were due. Run it again from here.")

uplink.sendall(telecommand(15, 9, struct.pack(">BBII", 1, 1, lost, now), DUMP))
receive(telemetry, ACCEPTED, {DUMP})
control("/step", {"seconds": 30})
done = receive(telemetry, COMPLETED, {DUMP, *due})
in_time = sum(done[count] == second for count, second in due.items())
say(now, f"{in_time} telecommands were completed out of contact, each in its second")
