import fc from 'fast-check';
import { OPERATION_NAMES } from '../../src/shared/contract/operations.ts';
import { COMMAND_NAMES, EVENT_TYPES, PRIORITIES } from '../../src/shared/entities/entities.ts';
import { T0 } from './mission.ts';
import { type ModelOperation, type SpecifiedName, UNSPECIFIED } from './mission-model.ts';

/** Random operators for `mission-model.ts`: mostly sensible, sometimes hasty, occasionally hostile. */

const mostly = <T>(sound: fc.Arbitrary<T>, odd: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 7, arbitrary: sound }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

const BLANK_TEXTS = ['', '   ', '\t\n', '\u00a0', '\u200b\u2060', '\u200f'];

/** Half hours around `T0`, so that several often coincide, in forms that a field produces or a person types. */
const soundTime = fc
  .tuple(fc.integer({ min: -8, max: 8 }), fc.constantFrom(16, 19, 24), fc.constantFrom('T', ' '))
  .map(([halfHours, length, separator]) =>
    new Date(T0 + halfHours * 1_800_000).toISOString().slice(0, length).replace('T', separator),
  );

const timeText = mostly(soundTime, [
  ...BLANK_TEXTS,
  'tomorrow',
  '2026-02-30T12:00',
  '2026-11-20T25:00',
  '2026-11-20',
  '0000-01-01T00:00',
  '9999-12-31T23:59',
  '+012026-11-20T15:00',
  '2026-11-20T15:00+02:00',
  '１９９９-01-01T00:00',
]);

const title = mostly(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `E${text}`),
  [
    ...BLANK_TEXTS,
    ' padded ',
    'מבחן סוללה',
    '\u202eevil\u202c',
    '<img src=x onerror=alert(1)>',
    '__proto__',
    'a'.repeat(200),
    'a'.repeat(201),
    '🛰'.repeat(200),
    '🛰'.repeat(201),
    'a'.repeat(10_000),
  ],
);

const priority = mostly(fc.constantFrom<string>(...PRIORITIES), ['', 'Urgent', 'medium']);

const commandDraft = fc.record(
  {
    name: mostly(fc.constantFrom<string>(...COMMAND_NAMES), [
      ...BLANK_TEXTS,
      'Self Destruct',
      'toString',
      ' Thermal Control ',
      'x'.repeat(10_000),
    ]),
    scheduledTime: timeText,
    priority,
  },
  { requiredKeys: ['name', 'scheduledTime'] },
);

const eventDraft = fc.record(
  {
    title,
    startTime: timeText,
    endTime: timeText,
    description: mostly(
      fc.string({ maxLength: 60 }).map((text) => `d${text}`),
      ['', ' \u200b', 'd'.repeat(2000), 'd'.repeat(2001), '<script>1</script>'],
    ),
    type: mostly(fc.constantFrom<string>(...EVENT_TYPES), ['', 'Party']),
    priority,
  },
  { requiredKeys: ['title', 'startTime', 'endTime'] },
);

const target = fc.record({
  // The first one half of the time, so that several operations meet the same command, event or anomaly.
  nth: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
  isFitting: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
});

const sentCommand = fc.record({
  name: fc.constant('sendCommand' as const),
  command: mostly(fc.constantFrom<string>(...COMMAND_NAMES), ['', 'Self Destruct', 'toString']),
  target: fc.option(target, { nil: undefined }),
});

function operationOf(name: SpecifiedName) {
  if (name === 'sendCommand') return sentCommand;
  if (name === 'queueCommand') return commandDraft.map((draft): ModelOperation => ({ name, draft }));
  if (name === 'addEvent') return eventDraft.map((draft): ModelOperation => ({ name, draft }));
  return target.map((chosen): ModelOperation => ({ name, target: chosen }));
}

/** One operation of any kind; undo operations are more frequent than uniform draws would make them. */
export const operationArb: fc.Arbitrary<ModelOperation> = fc.oneof(
  ...OPERATION_NAMES.filter(
    (name): name is SpecifiedName => !UNSPECIFIED.some((other) => other === name),
  ).map((name) => ({ weight: /^(cancel|restore)/.test(name) ? 2 : 1, arbitrary: operationOf(name) })),
);

/**
 * Elapsed time, in milliseconds: none, moments, the edge of an undo, polls, and occasionally a suspension or a jump.
 */
const waitArb: fc.Arbitrary<number> = fc.oneof(
  { weight: 16, arbitrary: fc.integer({ min: 0, max: 3000 }) },
  { weight: 16, arbitrary: fc.constantFrom(9_999, 10_000, 10_001) },
  { weight: 12, arbitrary: fc.integer({ min: 20_000, max: 120_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 600_000, max: 700_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 24 * 3_600_000, max: 72 * 3_600_000 }) },
);

/** Next step: an operation, or elapsed time. */
export type ModelAction =
  | { readonly kind: 'operation'; readonly operation: ModelOperation }
  | { readonly kind: 'wait'; readonly ms: number };

export const actionArb: fc.Arbitrary<ModelAction> = fc.oneof(
  { weight: 4, arbitrary: operationArb.map((operation) => ({ kind: 'operation' as const, operation })) },
  { weight: 1, arbitrary: waitArb.map((ms) => ({ kind: 'wait' as const, ms })) },
);
