import { type Field, wireName } from '../../shared/packets/fields.ts';
import { PRIMARY_HEADER_OCTETS, TELECOMMAND_HEADER, TELEMETRY_HEADER } from '../../shared/packets/headers.ts';
import { TELEMETRY_PACKETS } from '../../shared/packets/table.ts';
import { TELECOMMANDS } from '../../shared/packets/telecommand-table.ts';

/** A dissector of Wireshark in Lua. */

const text = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

function fieldOf({ name, title, type, bits, step, unit, labels }: Field): string {
  const parts = [
    `name = ${text(wireName(name))}`,
    `title = ${text(title)}`,
    `type = ${text(type)}`,
    `bits = ${bits}`,
    ...(step === undefined ? [] : [`step = ${step}`]),
    ...(unit === undefined ? [] : [`unit = ${text(unit)}`]),
    ...(labels
      ? [`labels = {${labels.map(([value, label]) => `[${value}] = ${text(label)}`).join(', ')}}`]
      : []),
  ];
  return `    {${parts.join(', ')}},`;
}

const listOf = (fields: readonly Field[]): string => ['{', ...fields.map(fieldOf), '  }'].join('\n');

const packetsOf = (
  packets: readonly {
    readonly name: string;
    readonly service: number;
    readonly subservice: number;
    readonly first?: number | undefined;
    readonly fields: readonly Field[];
  }[],
): string =>
  packets
    .map(({ name, service, subservice, first, fields }) =>
      [
        '  {',
        `    name = ${text(name)}, service = ${service}, subservice = ${subservice},${first === undefined ? '' : ` first = ${first},`}`,
        `    fields = ${listOf(fields)},`,
        '  },',
      ].join('\n'),
    )
    .join('\n');

/** Returns a script that shows the packets on both ports, TCP and UDP. */
export function describeWireshark(telemetryPort: number, telecommandPort: number): string {
  // Functions are telecommands of one subtype, which their first argument distinguishes.
  const telecommands = TELECOMMANDS.map((type) => ({
    ...type,
    first: type.action === 'function' ? type.fields[0]?.fixed : undefined,
  }));
  return `\
-- Packets of ORBITA-1 in Wireshark: copy this file into the folder of personal Lua plugins.
local HEADER_OCTETS = ${PRIMARY_HEADER_OCTETS}
local telemetry_header = ${listOf(TELEMETRY_HEADER)}
local telecommand_header = ${listOf(TELECOMMAND_HEADER)}
local telemetry = {
${packetsOf(TELEMETRY_PACKETS)}
}
local telecommands = {
${packetsOf(telecommands)}
}

local orbita1 = Proto("orbita1", "ORBITA-1 (CCSDS, PUS-C)")
local packet_name = ProtoField.string("orbita1.packet", "Packet")
local all = {packet_name}
local known = {}
local function declare(fields)
  for _, field in ipairs(fields) do
    if not known[field.name] then
      local name = "orbita1." .. field.name
      if field.type == "float" or field.step then
        known[field.name] = ProtoField.double(name, field.title)
      elseif field.type == "int" then
        known[field.name] = ProtoField.int32(name, field.title, base.DEC, field.labels)
      else
        known[field.name] = ProtoField.uint32(name, field.title, base.DEC, field.labels)
      end
      table.insert(all, known[field.name])
    end
  end
end
for _, fields in ipairs({telemetry_header, telecommand_header}) do declare(fields) end
for _, packets in ipairs({telemetry, telecommands}) do
  for _, packet in ipairs(packets) do declare(packet.fields) end
end
orbita1.fields = all

-- Adds fields from a bit on, and returns their values and the bit after them.
local function add_fields(tree, octets, at, fields)
  local values = {}
  for _, field in ipairs(fields) do
    local first = math.floor(at / 8)
    local range = octets(first, math.ceil((at + field.bits) / 8) - first)
    local value
    if field.type == "float" then
      value = range:float()
    else
      value = range:bitfield(at % 8, field.bits)
      if field.type == "int" and value >= 2 ^ (field.bits - 1) then value = value - 2 ^ field.bits end
      if field.step then value = value * field.step end
    end
    local item = tree:add(known[field.name], range, value)
    if field.unit then item:append_text(" " .. field.unit) end
    values[field.name] = value
    at = at + field.bits
  end
  return values, at
end

local function find_packet(packets, service, subservice, first)
  for _, packet in ipairs(packets) do
    if packet.service == service and packet.subservice == subservice
      and (not packet.first or packet.first == first) then
      return packet
    end
  end
end

local function dissect_packet(octets, info, root)
  info.cols.protocol = "ORBITA-1"
  local is_telecommand = octets:range(0, 1):bitfield(3, 1) == 1
  local tree = root:add(orbita1, octets:range())
  local header = is_telecommand and telecommand_header or telemetry_header
  local values, at = add_fields(tree, octets, 0, header)
  local after = math.floor(at / 8)
  local first = after < octets:len() - 2 and octets(after, 1):uint() or nil
  local packet = find_packet(is_telecommand and telecommands or telemetry, values.service, values.subservice, first)
  local name = packet and packet.name or "unknown"
  tree:add(packet_name, octets:range(), name)
  info.cols.info:append(" " .. name)
  if packet then add_fields(tree, octets, at, packet.fields) end
  return octets:len()
end

function orbita1.dissector(octets, info, root)
  info.cols.info = ""
  if info.port_type == 2 then
    dissect_tcp_pdus(octets, root, HEADER_OCTETS, function(stream, _, offset)
      return stream(offset + 4, 2):uint() + HEADER_OCTETS + 1
    end, dissect_packet)
    return octets:len()
  end
  return dissect_packet(octets, info, root)
end

for _, transport in ipairs({"tcp.port", "udp.port"}) do
  for _, port in ipairs({${telemetryPort}, ${telecommandPort}}) do DissectorTable.get(transport):add(port, orbita1) end
end
`;
}
