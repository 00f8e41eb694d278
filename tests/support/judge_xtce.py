"""Reads packets and builds telecommands with nothing but an XTCE file and Python's standard library.

It knows what the file says and nothing of ORBITA-1: containers by their restrictions, fields by their encodings.
Usage: judge_xtce.py database.xml < input.json > output.json
Input: {"packets": [hex, ...], "commands": [{"name": ..., "arguments": {...}}, ...]}
Output: {"packets": [{"name": ..., "values": {...}}, ...], "commands": [hex without CRC, ...]}
"""
import json
import struct
import sys
import xml.etree.ElementTree as ET

X = "{http://www.omg.org/spec/XTCE/20180204}"
system = ET.parse(sys.argv[1]).getroot()


def types_of(path):
    return {one.get("name"): one for one in system.find(path)}


def refs_of(path, attribute):
    return {one.get("name"): one.get(attribute) for one in system.iter(path)}


parameter_types = types_of(f"{X}TelemetryMetaData/{X}ParameterTypeSet")
argument_types = types_of(f"{X}CommandMetaData/{X}ArgumentTypeSet")
parameters = refs_of(f"{X}Parameter", "parameterTypeRef")
arguments = refs_of(f"{X}Argument", "argumentTypeRef")
containers = {one.get("name"): one for one in system.iter(f"{X}SequenceContainer")}
commands = {one.get("name"): one for one in system.iter(f"{X}MetaCommand")}


def encoding_of(kind):
    for name in ("IntegerDataEncoding", "FloatDataEncoding"):
        encoding = kind.find(f"{X}{name}")
        if encoding is not None:
            return encoding


def bits_of(kind):
    return int(encoding_of(kind).get("sizeInBits"))


def decode(kind, raw):
    encoding, bits = encoding_of(kind), bits_of(kind)
    if encoding.tag == f"{X}FloatDataEncoding":
        return struct.unpack(">f", raw.to_bytes(4, "big"))[0]
    if encoding.get("encoding") == "twosComplement" and raw >= 1 << (bits - 1):
        raw -= 1 << bits
    terms = [(float(t.get("coefficient")), int(t.get("exponent"))) for t in encoding.iter(f"{X}Term")]
    return sum(c * raw**e for c, e in terms) if terms else raw


def matches(container, raws):
    return all(
        raws[c.get("parameterRef")] == int(c.get("value"))
        for c in container.find(f"{X}BaseContainer").iter(f"{X}Comparison")
    )


def read(octets):
    stream, total = int.from_bytes(octets, "big"), 8 * len(octets)
    raws, values, at = {}, {}, 0
    current = next(one for one in containers.values() if one.find(f"{X}BaseContainer") is None)
    while True:
        for entry in current.find(f"{X}EntryList"):
            name = entry.get("parameterRef")
            kind = parameter_types[parameters[name]]
            bits = bits_of(kind)
            raws[name] = (stream >> (total - at - bits)) & ((1 << bits) - 1)
            values[name] = decode(kind, raws[name])
            at += bits
        heirs = [
            one
            for one in containers.values()
            if one.find(f"{X}BaseContainer") is not None
            and one.find(f"{X}BaseContainer").get("containerRef") == current.get("name")
            and matches(one, raws)
        ]
        if not heirs:
            return {"name": current.get("name"), "values": values, "octets": at // 8}
        (current,) = heirs


def build(name, chosen):
    line = []
    while name is not None:
        line.insert(0, commands[name])
        base = commands[name].find(f"{X}BaseMetaCommand")
        name = None if base is None else base.get("metaCommandRef")
    values = dict(chosen)
    for command in line:
        for argument in command.iter(f"{X}Argument"):
            if argument.get("initialValue") is not None:
                values.setdefault(argument.get("name"), argument.get("initialValue"))
    for command in line:
        for assigned in command.iter(f"{X}ArgumentAssignment"):
            values[assigned.get("argumentName")] = assigned.get("argumentValue")
    stream, total = 0, 0
    for command in line:
        for entry in command.find(f"{X}CommandContainer/{X}EntryList"):
            argument = entry.get("argumentRef")
            kind = argument_types[arguments[argument]]
            labels = {one.get("label"): one.get("value") for one in kind.iter(f"{X}Enumeration")}
            value = int(labels.get(str(values[argument]), values[argument]))
            if encoding_of(kind).get("encoding") == "twosComplement":
                value %= 1 << bits_of(kind)
            stream, total = stream << bits_of(kind) | value, total + bits_of(kind)
    return stream.to_bytes(total // 8, "big").hex()


asked = json.load(sys.stdin)
json.dump(
    {
        "packets": [read(bytes.fromhex(packet)) for packet in asked["packets"]],
        "commands": [build(one["name"], one["arguments"]) for one in asked["commands"]],
    },
    sys.stdout,
)
