import { describe, expect, it } from 'vitest';
import type { JournalEntry, MissionInput } from '../../../../src/shared/contract/journal.ts';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { toHex } from '../../../../src/shared/kit/octets.ts';
import { type EpochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { encodeTelecommand, telecommandNamed } from '../../../../src/shared/packets/telecommand.ts';
import { createMission } from '../../../../src/worker/mission/mission.ts';
import { later } from '../../../support/mission.ts';

/** A changed byte in a journal changes a hash. */

const HEADER = { seed: 5, startTime: later(417), profile: 'none' } as const;
const ELEMENTS = { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 140.25 };

const operation = (name: string, input: unknown): MissionInput => ({
  kind: 'operation',
  name: name as never,
  input,
  request: 'request-1',
});

/** Each kind of input, and each operation with a distinct shape. */
const INPUTS: readonly (readonly [what: string, input: MissionInput])[] = [
  [
    'queueCommand',
    operation('queueCommand', {
      name: 'Rotate Antenna',
      scheduledTime: '2026-11-20T12:30',
      priority: 'High',
    }),
  ],
  ['executeCommand', operation('executeCommand', 'cmd-6')],
  ['sendCommand', operation('sendCommand', { name: 'Rotate Antenna', anomaly: 'anomaly-3' })],
  ['armCommand', operation('armCommand', 'cmd-6')],
  ['cancelCommand', operation('cancelCommand', 'cmd-6')],
  [
    'addEvent',
    operation('addEvent', {
      title: 'Pass over Madrid',
      startTime: '2026-11-20T13:00',
      endTime: '2026-11-20T13:10',
      description: 'At noon',
      type: 'Communication',
      priority: 'Low',
    }),
  ],
  [
    'changeEvent',
    operation('changeEvent', {
      id: 'event-6',
      title: 'Pass over Madrid',
      startTime: '2026-11-20T13:00',
      endTime: '2026-11-20T13:10',
    }),
  ],
  ['startEvent', operation('startEvent', 'event-6')],
  ['acknowledgeAnomaly', operation('acknowledgeAnomaly', 'anomaly-3')],
  ['handOverConsole', operation('handOverConsole', 'duty crew')],
  ['demonstrateFault', operation('demonstrateFault', 'Signal')],
  ['iss-orbit', { kind: 'iss-orbit', elements: ELEMENTS }],
  ['fault', { kind: 'fault', inject: 'gimbal-slip', course: 'contained' }],
  ['note', { kind: 'note', subject: 'Connection', level: 'info', text: 'Live again' }],
  [
    'telecommand',
    { kind: 'telecommand', bytes: toHex(encodeTelecommand(telecommandNamed('THERMAL_CONTROL'))) },
  ],
  ['packets', { kind: 'packets', profile: 'stations' }],
  ['link', { kind: 'link', profile: 'stations' }],
  ['jump', { kind: 'jump', to: later(3 * MS_PER_MIN) }],
];

/** Packet telemetry, and an active anomaly. */
const BEFORE = [{ kind: 'packets' }, { kind: 'fault', inject: 'weak-cell', course: 'lasting' }].map(
  (input, sequence): JournalEntry => ({
    time: later(10_000),
    origin: 'operator',
    sequence,
    input: input as MissionInput,
  }),
);

/** The mission until then is the same for all inputs. */
const BEGUN = (() => {
  const mission = createMission({ ...HEADER, journal: BEFORE });
  mission.advanceTo(later(30_000));
  return mission.instant();
})();

/** Returns the hash some minutes later, or the reason why there is none. */
function hashAfter(input: MissionInput, time: EpochMs = later(30_500)): string {
  const entry: JournalEntry = { time, origin: 'operator', sequence: 2, input };
  try {
    const mission = createMission({ ...HEADER, instant: BEGUN, journal: [...BEFORE, entry] });
    mission.advanceTo(later(4 * MS_PER_MIN));
    return mission.hash();
  } catch (error) {
    return String(error);
  }
}

/** Returns the smallest change of a value: the last character, the last bit, a millisecond. */
function changed(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, -1) + (value.endsWith('x') ? 'y' : 'x');
  if (Number.isInteger(value)) return (value as number) + 1;
  const bits = new BigUint64Array(1);
  new Float64Array(bits.buffer)[0] = value as number;
  bits[0] = (bits[0] ?? 0n) + 1n;
  return new Float64Array(bits.buffer)[0];
}

/** Yields copies of data with one value changed, by the value's path. */
function* variantsOf(data: object, path = ''): Generator<readonly [path: string, copy: object]> {
  for (const [key, value] of Object.entries(data)) {
    const place = `${path}${key}`;
    if (typeof value === 'object' && value !== null) {
      for (const [at, copy] of variantsOf(value, `${place}.`)) yield [at, { ...data, [key]: copy }];
    } else yield [place, { ...data, [key]: changed(value) }];
  }
}

describe('a hash some minutes later tells that a journal was changed', () => {
  it.each(INPUTS)('in any value of the input %s', (_what, input) => {
    const expected = hashAfter(input);
    const variants = [...variantsOf(input)];
    expect(variants.length).toBeGreaterThan(1);
    const unnoticed = variants.filter(([, copy]) => hashAfter(copy as MissionInput) === expected);
    expect(unnoticed.map(([path]) => path)).toEqual([]);
  });

  // When an ISS orbit was found, a jump started or the profile of a link changed has no effect some minutes later.
  const isTimeless = (what: string): boolean => ['iss-orbit', 'jump', 'packets', 'link'].includes(what);

  it.each(INPUTS.filter(([what]) => !isTimeless(what)))('in the time of the input %s', (_what, input) => {
    expect(hashAfter(input, later(30_501))).not.toBe(hashAfter(input));
  });
});
