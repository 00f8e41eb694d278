"""Flies a heater fault of ORBITA-1 to its recovery: injected, seen in telemetry, answered, verified.

Start the spacecraft first, in another terminal: npm run spacecraft -- --profile none
Usage: python3 heater_fault.py [telemetry port] [telecommand port] [control port]
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
THERMAL_CONTROL = 7
HK_POWER, HK_THERMAL = 2, 3


def control(path, body):
    """Asks the simulation, not the spacecraft."""
    address = f"http://{HOST}:{CONTROL_PORT}{path}"
    request = urllib.request.Request(address, json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request) as answer:
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
    """Yields each telemetry packet with its mission time, service and subtype."""
    while True:
        header = stream.read(6)
        if len(header) < 6:
            raise SystemExit("The spacecraft has closed the connection.")
        packet = header + stream.read(int.from_bytes(header[4:6], "big") + 1)
        if crc16(packet) != 0:
            raise SystemExit("A packet is damaged.")
        seconds, fraction = struct.unpack_from(">IH", packet, 14)
        time = datetime.datetime.fromtimestamp(seconds + fraction / 65536, datetime.timezone.utc)
        yield time, packet[7], packet[8], packet


def say(time, text):
    print(f"{time:%H:%M:%S} {text}", flush=True)


try:
    telemetry = packets(socket.create_connection((HOST, TM_PORT)).makefile("rb"))
    uplink = socket.create_connection((HOST, TC_PORT))
except ConnectionRefusedError:
    raise SystemExit("No spacecraft runs: npm run spacecraft -- --profile none") from None
control("/rate", {"rate": 60})
control("/faults", {"inject": "heater-stuck-on", "course": "lasting"})

is_thermostat_on, heater_load, is_answered, is_completed = True, 0.0, False, False
for time, service, subservice, packet in telemetry:
    if (service, subservice) == (3, 25):
        if packet[20] == HK_THERMAL:
            is_thermostat_on = packet[21] == 1
        elif packet[20] == HK_POWER:
            (heater_load,) = struct.unpack_from(">f", packet, 62)
        if not is_answered and heater_load > 0 and not is_thermostat_on:
            say(time, f"the heater draws {heater_load:.0f} W while its thermostat is off: Thermal Control")
            uplink.sendall(telecommand(8, 1, bytes([THERMAL_CONTROL]), 1))
            is_answered = True
        elif is_completed and heater_load == 0:
            say(time, "the heater is off: recovered")
            break
    elif service == 1:
        if subservice in (2, 8):
            raise SystemExit(f"The telecommand failed with code {int.from_bytes(packet[24:26], 'big')}.")
        say(time, {1: "accepted", 3: "started", 7: "completed"}[subservice])
        is_completed = is_completed or subservice == 7
