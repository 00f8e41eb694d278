import { isDeepStrictEqual } from 'node:util';
import type { CommandDraft, Operations, TimelineEventDraft } from '../../src/shared/contract/operations.ts';
import type { Outcome } from '../../src/shared/contract/outcome.ts';
import {
  ANOMALY_SEVERITIES,
  ANOMALY_TYPES,
  type Anomaly,
  COMMAND_NAMES,
  type Command,
  EVENT_TYPES,
  PRIORITIES,
  type TimelineEvent,
} from '../../src/shared/entities/entities.ts';

/**
 * A second, naive mission, written from spec §4, §5, §9 and the contract alone: it shares no rule with `src/worker`. A
 * test runs the same operations on a mission and on this model and compares them.
 */
export interface MissionModel {
  /** Every command seen so far, in order of queueing; cancelled ones with their cancellation time. */
  readonly queued: readonly { readonly command: Command; readonly cancelledAt?: number }[];
  readonly timeline: readonly TimelineEvent[];
  /** Last cancellation of each event by an operation. */
  readonly eventsCancelledAt: Readonly<Record<string, number>>;
  readonly anomalies: readonly Anomaly[];
  /** Every id seen so far: none may be reused. */
  readonly ids: ReadonlySet<string>;
}

/** Operations that the specification does not have. */
export const UNSPECIFIED = [
  'handOverConsole',
  'demonstrateFault',
  'shelveAnomaly',
  'armCommand',
  'disarmCommand',
  'changeEvent',
  'unshelveAnomaly',
] as const satisfies readonly (keyof Operations)[];

export type SpecifiedName = Exclude<keyof Operations, (typeof UNSPECIFIED)[number]>;

type TargetedName = Exclude<SpecifiedName, 'queueCommand' | 'sendCommand' | 'addEvent'>;

/** One operation. Its target is chosen when it runs, because the mission assigns the ids. */
export type ModelOperation =
  | { readonly name: 'queueCommand'; readonly draft: CommandDraft }
  | { readonly name: 'addEvent'; readonly draft: TimelineEventDraft }
  /** Target of a command for an anomaly. */
  | { readonly name: 'sendCommand'; readonly command: string; readonly target?: Target | undefined }
  | { readonly name: TargetedName; readonly target: Target };

export interface Target {
  /** Index, modulo the number of candidates. */
  readonly nth: number;
  /** True if only items that allow the operation are candidates, if there are any. */
  readonly isFitting: boolean;
}

/** Outcome required by the specification. */
export interface Expected {
  readonly ok: boolean;
  /** Value of a success. */
  readonly value?: Command | TimelineEvent | Anomaly;
  /** Text of a refusal if the specification gives one; otherwise any text is valid. */
  readonly message?: string;
  readonly fields?: readonly string[];
  readonly notices: readonly { readonly level: string; readonly text: string }[];
}

export interface ModelStep {
  readonly model: MissionModel;
  readonly expected: Expected;
}

export interface ObservedSlices {
  readonly commands: readonly Command[];
  readonly timeline: readonly TimelineEvent[];
  readonly anomalies: readonly Anomaly[];
}

/** Returns the model of a mission in its initial state. */
export const modelOf = ({ commands, timeline, anomalies }: ObservedSlices): MissionModel => ({
  queued: commands.map((command) => ({ command })),
  timeline,
  eventsCancelledAt: {},
  anomalies,
  ids: new Set([...commands, ...timeline, ...anomalies].map(({ id }) => id)),
});

const commandsByQueue = new WeakMap<MissionModel['queued'], readonly Command[]>();

/** Returns the commands that are not cancelled; the same queue yields the same list. */
function commandsOf(queued: MissionModel['queued']): readonly Command[] {
  const known = commandsByQueue.get(queued);
  if (known) return known;
  const commands = queued.flatMap(({ command, cancelledAt }) => (cancelledAt === undefined ? [command] : []));
  commandsByQueue.set(queued, commands);
  return commands;
}

/** Returns the expected slices of the mission, field by field. Unchanged ones keep their identity. */
export const slicesOf = ({ queued, timeline, anomalies }: MissionModel): ObservedSlices => ({
  commands: commandsOf(queued),
  timeline,
  anomalies,
});

/** Returns the input of the operation: its draft, or the id of its target. */
export function inputOf(model: MissionModel, operation: ModelOperation, time: number) {
  if ('draft' in operation) return operation.draft;
  if ('command' in operation) {
    const { command, target } = operation;
    const open = model.anomalies.filter(({ status }) => status !== 'Resolved');
    const candidates = target?.isFitting && open.length > 0 ? open : [...model.anomalies, { id: 'nobody' }];
    const anomaly = target && candidates[target.nth % candidates.length]?.id;
    return { name: command, ...(anomaly !== undefined && { anomaly }) };
  }
  const { name, target } = operation;
  const { commands, timeline, anomalies } = slicesOf(model);
  const known = name.endsWith('Command')
    ? [...commands, ...model.queued.map(({ command }) => command)]
    : name.endsWith('Event')
      ? timeline
      : anomalies;
  const all = [...known.map(({ id }) => id), 'nobody', '', 'cmd-0', '__proto__'];
  const fitting = target.isFitting ? all.filter((id) => move(model, name, id, time) !== undefined) : [];
  const candidates = fitting.length > 0 ? fitting : all;
  return candidates[target.nth % candidates.length] ?? '';
}

/** Applies an operation with an input of `inputOf`. Uses only the id of a new item from the mission's own answer. */
export function applyToModel(
  model: MissionModel,
  operation: ModelOperation,
  input: unknown,
  time: number,
  answered: Outcome<{ readonly id: string }>,
): ModelStep {
  if (operation.name === 'queueCommand') return queue(model, operation.draft, newId(model, answered), time);
  if (operation.name === 'addEvent') return add(model, operation.draft, newId(model, answered));
  if (operation.name === 'sendCommand') {
    return send(model, input as SentInput, newId(model, answered), time);
  }
  const { name } = operation;
  const step = move(model, name, String(input), time);
  return step ?? { model, expected: { ok: false, notices: [] } };
}

/** Start of the message of a fault that was drawn again while active. */
const WORSE = 'The fault has become worse.';

/** Adopts the present texts of the anomalies: they follow the spacecraft, which is not modelled. */
export function observeTexts(model: MissionModel, observed: readonly Anomaly[]): MissionModel {
  const anomalies = model.anomalies.map((held) => {
    const now = observed.find(({ id }) => id === held.id);
    const isSaid = now?.message === held.message && now.aiExplanation === held.aiExplanation;
    return !now || isSaid ? held : { ...held, message: now.message, aiExplanation: now.aiExplanation };
  });
  return anomalies.every((anomaly, index) => anomaly === model.anomalies[index])
    ? model
    : { ...model, anomalies };
}

/**
 * Adds new anomalies: random events are observed, not predicted.
 * @param announced number announced by notices meanwhile, if all are
 * @throws Error with what is wrong in them
 */
export function observeAnomalies(
  model: MissionModel,
  observed: readonly Anomaly[],
  since: number,
  until: number,
  announced?: number,
): MissionModel {
  if (observed.length > 10) throw new Error(`${observed.length} anomalies are listed, more than ten.`);
  const drawn = observed.filter(({ id }) => !model.anomalies.some((held) => held.id === id));
  // A full list may drop the first of two: if the second has the same fault, the first has ended.
  const isFull = announced !== undefined && model.anomalies.length + announced > 10;
  // A repeated draw replaces its earlier anomaly, which may have been announced meanwhile too.
  const again = drawn.filter(({ message }) => message.startsWith(WORSE)).length;
  const least = isFull ? 0 : (announced ?? 0) - again;
  if (announced !== undefined && (drawn.length > announced || drawn.length < least)) {
    throw new Error(`${announced} new anomalies were announced, and ${drawn.length} are listed.`);
  }
  const kept = observeTexts(model, observed).anomalies.filter(({ id }) =>
    observed.some((anomaly) => anomaly.id === id),
  );
  const expected = [...drawn, ...kept];
  if (!isDeepStrictEqual(observed, expected)) {
    throw new Error('The list is not the new anomalies on top of old ones.');
  }
  const left = drawn.length + model.anomalies.length - observed.length;
  const most = Math.max(0, drawn.length + model.anomalies.length - 10);
  if (left < most || left > most + again) {
    throw new Error('An anomaly has left the list, and nothing asked for its place.');
  }
  for (const [index, anomaly] of drawn.entries()) {
    const { id, timestamp, type, severity, status, message, aiExplanation, suggestedAction } = anomaly;
    const isSound =
      !model.ids.has(id) &&
      status === 'Active' &&
      timestamp > since &&
      timestamp <= until &&
      timestamp <= (drawn[index - 1]?.timestamp ?? Number.POSITIVE_INFINITY) &&
      ANOMALY_TYPES.includes(type) &&
      ANOMALY_SEVERITIES.includes(severity) &&
      message !== '' &&
      aiExplanation !== '' &&
      (suggestedAction === undefined || COMMAND_NAMES.includes(suggestedAction));
    if (!isSound) throw new Error(`A drawn anomaly is not sound: ${JSON.stringify(anomaly)}`);
  }
  return { ...model, anomalies: expected, ids: new Set([...model.ids, ...drawn.map(({ id }) => id)]) };
}

function newId(model: MissionModel, answered: Outcome<{ readonly id: string }>): string {
  if (!answered.ok) return '';
  const { id } = answered.value;
  if (id === '' || model.ids.has(id)) throw new Error(`The id "${id}" was given before.`);
  return id;
}

const done = (model: MissionModel, value: NonNullable<Expected['value']>, level: string, text: string) => ({
  model,
  expected: { ok: true, value, notices: [{ level, text }] },
});

const denied = (model: MissionModel, message?: string, fields?: readonly string[]): ModelStep => ({
  model,
  expected: { ok: false, ...(message && { message }), ...(fields && { fields }), notices: [] },
});

/** Invisible characters; `operationArb` uses no others of this kind. */
const BLANKS = [...' \t\r\n\u00a0\u200b\u200e\u200f\u2060'];
const TURNING = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ufff9\ufffa\ufffb'];
const isKept = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  const isControl = code < 0x20 ? !'\t\n'.includes(character) : code >= 0x7f && code < 0xa0;
  return !isControl && !(code >= 0xd800 && code < 0xe000) && !TURNING.includes(character);
};
/** Removes bidirectional and other controls from a text. The drafts here have no excess marks. */
const readable = (text: string): string =>
  [...text.replaceAll('\r\n', '\n').replaceAll(/[\r\v\f\u0085\u2028\u2029]/g, '\n')]
    .filter(isKept)
    .join('')
    .trim();
const isBlank = (text = ''): boolean => [...text].every((character) => BLANKS.includes(character));
const blankOnes = (draft: Readonly<Record<string, string | undefined>>, names: readonly string[]) =>
  names.filter((name) => isBlank(draft[name]));

/** Parses an instant with JavaScript's own parser, if it round-trips to the same text. */
function readInstant(text: string): number | undefined {
  const typed = text.trim().replace(/Z$/, '').replace(' ', 'T');
  const instant = Date.parse(`${typed}Z`);
  if (!/^(19[7-9]\d|20\d\d|21\d\d)-/.test(typed) || Number.isNaN(instant)) return undefined;
  const spelled = new Date(instant).toISOString();
  return spelled.startsWith(typed) && typed.length >= 16 ? instant : undefined;
}

const orDefault = (text: string | undefined, fallback: string): string =>
  isBlank(text) ? fallback : String(text).trim();

function queue(model: MissionModel, draft: CommandDraft, id: string, time: number): ModelStep {
  const missing = blankOnes({ ...draft }, ['name', 'scheduledTime']);
  if (missing.length > 0) return denied(model, 'Please fill in all fields', missing);
  const typedTime = readInstant(draft.scheduledTime);
  const name = COMMAND_NAMES.find((known) => known === draft.name.trim());
  const priority = PRIORITIES.find((known) => known === orDefault(draft.priority, 'Medium'));
  if (!name || typedTime === undefined || !priority) return denied(model);
  // A past time is due at once, to the second.
  const scheduledTime = Math.max(typedTime, time - (time % 1000));
  const command = { id, name, scheduledTime, priority, status: 'Pending' } as Command;
  return done(
    { ...model, queued: [...model.queued, { command }], ids: new Set([...model.ids, id]) },
    command,
    'success',
    'Command queued successfully',
  );
}

interface SentInput {
  readonly name: string;
  readonly anomaly?: string;
}

function send(model: MissionModel, { name, anomaly: about }: SentInput, id: string, time: number): ModelStep {
  const anomaly = model.anomalies.find((other) => other.id === about);
  if (!COMMAND_NAMES.some((known) => known === name)) return denied(model);
  if (about !== undefined && (!anomaly || anomaly.status === 'Resolved')) return denied(model);
  const isUrgent = anomaly?.severity === 'Critical' || anomaly?.severity === 'High';
  const draft = {
    name,
    scheduledTime: new Date(time).toISOString().slice(0, 19),
    priority: isUrgent ? 'High' : 'Medium',
  };
  const { model: queued, expected } = queue(model, draft, id, time);
  if (!expected.ok) return { model, expected };
  const executed = moveCommand(queued, 'executeCommand', id, time);
  if (!executed) throw new Error('A queued command is not executed.');
  const anomalies = model.anomalies.map((other) => (other === anomaly ? { ...other, answer: id } : other));
  return { ...executed, model: { ...executed.model, anomalies: anomaly ? anomalies : model.anomalies } };
}

function add(model: MissionModel, draft: TimelineEventDraft, id: string): ModelStep {
  const missing = blankOnes({ ...draft }, ['title', 'startTime', 'endTime']);
  if (missing.length > 0) return denied(model, 'Please fill in all required fields', missing);
  const title = readable(draft.title).replaceAll('\n', ' ').replaceAll('\t', ' ');
  const description = isBlank(draft.description) ? '' : readable(String(draft.description));
  const [startTime, endTime] = [readInstant(draft.startTime), readInstant(draft.endTime)];
  const type = EVENT_TYPES.find((known) => known === orDefault(draft.type, 'Experiment'));
  const priority = PRIORITIES.find((known) => known === orDefault(draft.priority, 'Medium'));
  const isLong = Array.from(title).length > 200 || Array.from(description).length > 2000;
  if (isLong || startTime === undefined || endTime === undefined || !type || !priority) return denied(model);
  const event = {
    id,
    title,
    startTime,
    endTime,
    description,
    type,
    status: 'Scheduled',
    priority,
  } as TimelineEvent;
  const timeline = [...model.timeline, event].sort((one, other) => one.startTime - other.startTime);
  return done(
    { ...model, timeline, ids: new Set([...model.ids, id]) },
    event,
    'success',
    'Mission event added successfully',
  );
}

/** Returns the state transition of an operation, or `undefined` if not allowed (spec §4). */
function move(model: MissionModel, name: TargetedName, id: string, time: number): ModelStep | undefined {
  if (name.endsWith('Command')) return moveCommand(model, name, id, time);
  return name.endsWith('Event') ? moveEvent(model, name, id, time) : moveAnomaly(model, name, id);
}

function moveCommand(model: MissionModel, name: TargetedName, id: string, time: number) {
  const entry = model.queued.find(({ command }) => command.id === id);
  if (!entry) return undefined;
  const { command, cancelledAt } = entry;
  const replaced = (by: MissionModel['queued'][number]): MissionModel => ({
    ...model,
    queued: model.queued.map((other) => (other === entry ? by : other)),
  });
  if (name === 'restoreCommand') {
    if (cancelledAt === undefined || time - cancelledAt > 10_000) return undefined;
    return done(replaced({ command }), command, 'info', 'Command restored');
  }
  if (cancelledAt !== undefined || command.status !== 'Pending') return undefined;
  if (name === 'cancelCommand') {
    return done(replaced({ command, cancelledAt: time }), command, 'info', 'Command cancelled');
  }
  const executed = { ...command, status: 'Executed', executionTime: time } as Command;
  return done(replaced({ command: executed }), executed, 'success', 'Command executed successfully');
}

function moveEvent(model: MissionModel, name: TargetedName, id: string, time: number) {
  const event = model.timeline.find((other) => other.id === id);
  const cancelledAt = Object.hasOwn(model.eventsCancelledAt, id) ? model.eventsCancelledAt[id] : undefined;
  const isUndo = name === 'restoreEvent' && cancelledAt !== undefined && time - cancelledAt <= 10_000;
  const transitions: Readonly<Record<string, string>> = {
    'startEvent Scheduled': 'In Progress',
    'cancelEvent Scheduled': 'Cancelled',
    'completeEvent In Progress': 'Completed',
    ...(isUndo && { 'restoreEvent Cancelled': 'Scheduled' }),
  };
  const status = event && transitions[`${name} ${event.status}`];
  if (!status) return undefined;
  const moved = { ...event, status } as TimelineEvent;
  const timeline = model.timeline.map((other) => (other === event ? moved : other));
  const eventsCancelledAt =
    name === 'cancelEvent' ? { ...model.eventsCancelledAt, [id]: time } : model.eventsCancelledAt;
  return done(
    { ...model, timeline, eventsCancelledAt },
    moved,
    'success',
    `Event status updated to ${status}`,
  );
}

function moveAnomaly(model: MissionModel, name: TargetedName, id: string) {
  const anomaly = model.anomalies.find((other) => other.id === id);
  if (anomaly?.status !== 'Active') return undefined;
  const isResolved = name === 'resolveAnomaly';
  const moved = { ...anomaly, status: isResolved ? 'Resolved' : 'Acknowledged' } as Anomaly;
  const anomalies = model.anomalies.map((other) => (other === anomaly ? moved : other));
  const text = isResolved ? 'Anomaly marked as resolved' : 'Anomaly acknowledged';
  return done({ ...model, anomalies }, moved, 'success', text);
}
