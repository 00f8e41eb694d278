import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '../../../src/shared/entities/telemetry-channels.ts';
import { toHex } from '../../../src/shared/kit/octets.ts';
import { EVENTS } from '../../../src/shared/packets/events.ts';
import { wireName } from '../../../src/shared/packets/fields.ts';
import { TELEMETRY_HEADER } from '../../../src/shared/packets/headers.ts';
import { FAILURE_CODES, TELEMETRY_PACKETS } from '../../../src/shared/packets/table.ts';
import { encodeTelecommand } from '../../../src/shared/packets/telecommand.ts';
import { TELECOMMANDS } from '../../../src/shared/packets/telecommand-table.ts';
import { octetsOf } from '../../../src/shared/packets/telemetry.ts';
import { describeSpacecraft } from '../../../src/spacecraft-host/describe/files.ts';

const FILES = describeSpacecraft({
  telemetryPort: 10_015,
  telecommandPort: 10_025,
  webPort: 10_080,
  version: '1.2.3',
});
const textOf = (path: string): string => {
  const file = FILES.find((one) => one.path === path);
  if (!file) throw new Error(`There is no file ${path}.`);
  return file.text;
};

const PARAMETERS = TELEMETRY_PACKETS.flatMap(({ fields }) => fields.map(({ name }) => wireName(name)));
const PACKETS = TELEMETRY_PACKETS.map(({ name }) => name);
/** Without the number of a structure, which its packet stands for. */
const NAMED = PARAMETERS.filter((name) => name !== 'sid');
/** Those with parameters. */
const FILLED = TELEMETRY_PACKETS.filter(({ fields }) => fields.length > 0).map(({ name }) => name);
const ALL_COMMANDS = TELECOMMANDS.map(({ name }) => name);
/** Those of fixed length, which every format can describe. */
const FIXED = TELECOMMANDS.filter(({ name }) => name !== 'INSERT_ACTIVITY');
const COMMANDS = FIXED.map(({ name }) => name);
const EVENT_NAMES = EVENTS.map(({ name }) => name);
const CODES = Object.values(FAILURE_CODES).map(([, name]) => name);

describe('each description', () => {
  const upper = PARAMETERS.map((name) => name.toUpperCase());
  it.each([
    ['icd.md', [...PARAMETERS, ...PACKETS, ...ALL_COMMANDS, ...EVENT_NAMES, ...CODES]],
    ['orbita1.xtce.xml', [...PARAMETERS, ...PACKETS, ...COMMANDS, ...EVENT_NAMES, ...CODES]],
    ['yamcs/mdb/orbita1.xml', [...PARAMETERS, ...PACKETS, ...COMMANDS, ...EVENT_NAMES, ...CODES]],
    ['yamcs/etc/orbita1-events.json', EVENT_NAMES],
    ['cosmos/targets/ORBITA1/cmd_tlm/tlm.txt', [...upper, ...PACKETS, ...EVENT_NAMES, ...CODES]],
    ['cosmos/targets/ORBITA1/cmd_tlm/cmd.txt', [...COMMANDS, ...EVENT_NAMES]],
    ['wireshark/orbita1.lua', [...PARAMETERS, ...PACKETS, ...ALL_COMMANDS, ...EVENT_NAMES, ...CODES]],
    ['openmct/orbita1-dictionary.json', [...NAMED, ...FILLED, ...EVENT_NAMES, ...CODES]],
  ])('%s names everything of the table that it is about', (path, names) => {
    const words = new Set(textOf(path).match(/\w+/g));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !words.has(name))).toEqual([]);
  });
});

describe('XTCE', () => {
  const xtce = textOf('orbita1.xtce.xml');

  it('is what Yamcs and COSMOS read beyond the schema', () => {
    expect(xtce).toContain('encoding="IEEE754_1985"');
    expect(xtce).not.toContain('"IEEE754"');
    expect(xtce).not.toContain('FixedValueEntry');
    expect(xtce).not.toContain('AbsoluteTime');
    expect(xtce.match(/<SpaceSystem /g)).toHaveLength(1);
    // COSMOS compares with whole numbers only, and Yamcs compares labels unless told otherwise.
    const comparisons = xtce.match(/<Comparison [^>]*>/g) ?? [];
    expect(comparisons.length).toBeGreaterThan(20);
    expect(comparisons.filter((one) => !/ value="\d+" useCalibratedValue="false"/.test(one))).toEqual([]);
  });

  it('has both ends of every limit, and those of the channels', () => {
    const ranges = xtce.match(/<(?:Warning|Critical)Range [^>]*>/g) ?? [];
    expect(ranges).toContain('<WarningRange minInclusive="22" maxInclusive="1000000000"/>');
    expect(ranges).toContain('<CriticalRange minInclusive="-40" maxInclusive="60"/>');
    const limits = Object.values(CHANNELS).flatMap((one) => [one.limits.warning, one.limits.critical]);
    expect(ranges).toHaveLength(
      limits.filter(({ low, high }) => low !== undefined || high !== undefined).length,
    );
  });

  it('has the verifiers of Yamcs only in its own file', () => {
    expect(xtce).not.toContain('Verifier');
    expect(textOf('yamcs/mdb/orbita1.xml').match(/Pus1Verifier\(\{stage: \d/g)).toEqual([
      'Pus1Verifier({stage: 1',
      'Pus1Verifier({stage: 3',
      'Pus1Verifier({stage: 7',
    ]);
  });

  it('waits for the completion of the longest dump: 1 MB at 100 octets a second', () => {
    const windows = textOf('yamcs/mdb/orbita1.xml').match(/timeToStopChecking="PT\w+"/g) ?? [];
    const [, hours] = /PT(\d+)H/.exec(windows.at(-1) ?? '') ?? [];
    expect(Number(hours) * 3600).toBeGreaterThan(1_000_000 / 100);
  });
});

describe('the configuration of Yamcs', () => {
  const yaml = textOf('yamcs/etc/yamcs.orbita1.yaml');

  it('names ports and files that are there', () => {
    expect(yaml.match(/port: \d+/g)).toEqual(['port: 10015', 'port: 10025']);
    expect(yaml).toContain('spec: mdb/orbita1.xml');
    expect(yaml).toContain('eventTemplateFile: etc/orbita1-events.json');
    expect(yaml).toContain('eventIdParameter: /ORBITA1/event_id');
  });

  it('has a template for each event, with parameters that exist', () => {
    const templates: readonly { readonly eventId: string; readonly template: string }[] = JSON.parse(
      textOf('yamcs/etc/orbita1-events.json'),
    );
    expect(templates.map(({ eventId }) => eventId)).toEqual(EVENT_NAMES);
    for (const { template } of templates) {
      const placed = [...template.matchAll(/\{(\w+);%\.1f\}/g)].map(([, name]) => name);
      expect(placed).toEqual(['event_bus_voltage', 'event_bus_temperature', 'event_attitude_deviation']);
    }
  });
});

/** Sections of a file of COSMOS by the name in their first line, with the words of each line. */
function sectionsOf(path: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const sections = new Map<string, readonly (readonly string[])[]>();
  for (const section of textOf(path).trim().split('\n\n')) {
    const lines = section.split('\n').map((line) => line.trim().match(/"[^"]*"|\S+/g) ?? []);
    sections.set(lines[0]?.[2] ?? '', lines);
  }
  return sections;
}

describe('the plugin of COSMOS', () => {
  it('has every packet with all its bits', () => {
    const sections = sectionsOf('cosmos/targets/ORBITA1/cmd_tlm/tlm.txt');
    for (const type of TELEMETRY_PACKETS) {
      const items = (sections.get(type.name) ?? []).filter(([word = '']) => word.startsWith('APPEND_'));
      const bits = items.reduce((sum, [, , width]) => sum + Number(width), 0);
      expect(bits).toBe(8 * octetsOf(type));
      const ids = items
        .filter(([word]) => word === 'APPEND_ID_ITEM')
        .map(([, name, , , value]) => [name, Number(value)]);
      expect(ids).toEqual([
        ['SERVICE', type.service],
        ['SUBSERVICE', type.subservice],
        ...(type.first === undefined ? [] : [['SID', type.first]]),
      ]);
      expect(items).toHaveLength(TELEMETRY_HEADER.length + type.fields.length + 1);
    }
    expect(sections.size).toBe(TELEMETRY_PACKETS.length);
  });

  const DEFAULTS = {
    sid: 1,
    interval: 5,
    eventId: 1,
    activitySource: 0,
    activityApid: 100,
    activitySequenceCount: 0,
    timeOffset: 0,
    dumpFrom: 0,
    dumpTo: 0,
    deleteTo: 0,
  };

  it('builds every telecommand by default as we do', () => {
    const sections = sectionsOf('cosmos/targets/ORBITA1/cmd_tlm/cmd.txt');
    for (const type of FIXED) {
      const parameters = (sections.get(type.name) ?? []).filter(([word = '']) => word.startsWith('APPEND_'));
      const bits = parameters.map(([, , width, , , , value]) =>
        (value === '0' ? '' : Number(value).toString(2)).padStart(Number(width), '0'),
      );
      const ours = toHex(encodeTelecommand(type, DEFAULTS));
      const built = BigInt(`0b${bits.join('')}`)
        .toString(16)
        .padStart(ours.length, '0');
      expect(built.slice(0, -4)).toBe(ours.slice(0, -4));
    }
    expect(sections.size).toBe(FIXED.length);
  });

  it('says that packets are identified by different items, as COSMOS before 6.10 must be told', () => {
    const idsOf = (file: string, word: string) =>
      [...sectionsOf(`cosmos/targets/ORBITA1/cmd_tlm/${file}.txt`).values()].map((lines) =>
        lines
          .filter(([first]) => first === word)
          .map(([, name]) => name)
          .join(),
      );
    expect(new Set(idsOf('tlm', 'APPEND_ID_ITEM')).size).toBeGreaterThan(1);
    expect(new Set(idsOf('cmd', 'APPEND_ID_PARAMETER')).size).toBeGreaterThan(1);
    const lines = textOf('cosmos/targets/ORBITA1/target.txt').split('\n');
    expect(lines).toEqual(expect.arrayContaining(['TLM_UNIQUE_ID_MODE', 'CMD_UNIQUE_ID_MODE']));
  });

  it('connects to both ports, and is ASCII', () => {
    expect(textOf('cosmos/plugin.txt')).toContain('VARIABLE tm_port 10015\nVARIABLE tc_port 10025');
    expect(textOf('cosmos/openc3-cosmos-orbita1.gemspec')).toContain("s.version = '1.2.3'");
    for (const { path, text } of FILES.filter((file) => file.path.startsWith('cosmos/'))) {
      expect(`${path} ${/[^\n\x20-\x7e]/.exec(text)?.[0]}`).toBe(`${path} undefined`);
    }
  });

  it('limits a channel with one end at the other end by a number out of reach', () => {
    const essential = sectionsOf('cosmos/targets/ORBITA1/cmd_tlm/tlm.txt').get('HK_ESSENTIAL') ?? [];
    const limits = essential.filter(([word]) => word === 'LIMITS').map((line) => line.slice(4).map(Number));
    expect(limits).toEqual([
      [20, 22, 1e9, 1e9],
      [40, 50, 1e9, 1e9],
      [-40, -20, 40, 60],
      [-1e9, -1e9, 1.5, 3],
    ]);
  });
});

describe('the dictionary of Open MCT', () => {
  interface Parameter {
    readonly key: string;
    readonly value: {
      readonly unit?: string;
      readonly formatString?: string;
      readonly enumerations?: readonly { readonly value: number; readonly string: string }[];
    };
    readonly limits?: unknown;
  }
  const { packets }: { readonly packets: readonly { readonly parameters: readonly Parameter[] }[] } =
    JSON.parse(textOf('openmct/orbita1-dictionary.json'));
  const all = packets.flatMap(({ parameters }) => parameters);
  const shownAs = (key: string) => all.find((one) => one.key === key)?.value;

  it('has every parameter of every packet but the number of a structure', () => {
    const expected = TELEMETRY_PACKETS.flatMap(({ name, fields }) =>
      fields.filter((field) => field.name !== 'sid').map((field) => `${name}.${wireName(field.name)}`),
    );
    expect(all.map(({ key }) => key).toSorted()).toEqual(expected.toSorted());
  });

  it('has the limits of the channels, and no others', () => {
    const limited = Object.values(CHANNELS)
      .map(({ limits }) => limits)
      .filter(({ warning, critical }) => Object.keys({ ...warning, ...critical }).length > 0);
    expect(limited).toHaveLength(4);
    expect(all.flatMap(({ limits }) => limits ?? [])).toEqual(limited);
  });

  it('shows sensors with the decimals of their step, numbers with seven digits, and names of values', () => {
    expect(shownAs('HK_ESSENTIAL.battery_voltage')).toEqual({ formatString: '%.2f', unit: 'V' });
    expect(shownAs('HK_ESSENTIAL.attitude_stability')).toEqual({ formatString: '%.3f', unit: '°' });
    expect(shownAs('HK_POWER.battery_current')).toEqual({ formatString: '%.7g', unit: 'A' });
    expect(shownAs('HK_SOFTWARE.schedule_entries')).toEqual({ formatString: '%.0f' });
    expect(shownAs('EVENT_LOW.event_id')?.enumerations).toHaveLength(EVENTS.length);
  });

  it('has a page that loads the plugin, and asks the web port', () => {
    const page = textOf('openmct/index.html');
    expect(page).toContain("query.get('host') ?? '127.0.0.1'");
    expect(page).toMatch(/url: `http:\/\/\$\{host\}:10080`/);
    expect(page).toContain("from './orbita1-plugin.js'");
    expect(textOf('openmct/orbita1-plugin.js')).toContain('./orbita1-dictionary.json');
    // Open MCT mounts into the first element of the body, and a script would stay blank.
    expect(page).toMatch(/<body>\s*<div id="app"><\/div>/);
  });
});

describe('the guide', () => {
  const guide = readFileSync(new URL('../../../docs/spacecraft.md', import.meta.url), 'utf8');
  it.each([
    ['yaml', 'yamcs/etc/yamcs.orbita1.yaml'],
    ['text', 'cosmos/plugin.txt'],
    ['console', 'openmct/index.html'],
  ])('has at most ten lines of %s, all of them from the generated file', (language, path) => {
    const [, block = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(guide) ?? [];
    const lines = block.split('\n');
    const generated = textOf(path).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.filter((line) => !generated.includes(line))).toEqual([]);
  });
});

it('the interface control document has the place of every field', () => {
  const icd = textOf('icd.md');
  expect(icd).toContain('sum of 1 (report acceptance, (1,1)), 2 (start, (1,3)) and 8 (completion, (1,7))');
  expect(icd).toContain('| 20 | sid | uint8 |  | Structure of housekeeping parameters (SID) |');
  expect(icd).toContain(
    '| 24 | battery_voltage | int16 | V | Battery voltage | counts of 0.01; warning below 22; critical below 20 |',
  );
  expect(icd).toContain('| 0.5 | apid | uint11 |  | Application process identifier | 100 |');
});
