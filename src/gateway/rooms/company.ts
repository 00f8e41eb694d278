import type { ConsoleId, MissionId } from '../../shared/contract/consoles.ts';
import { type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import {
  type Crowd,
  isEmpty,
  type MarkMessage,
  type Operator,
  type Report,
  type RoomExchange,
  readReport,
} from './exchange.ts';

/** A process sends at most one report a second and room. */
const REPORT_MS = MS_PER_S;
/** It repeats its report this often while somebody is there. */
const SIGN_OF_LIFE_MS = 3 * MS_PER_S;
/** A process that has been silent for this long has gone. */
export const SILENT_MS = 10 * MS_PER_S;
/** All who are there have been heard this long after a process has begun to listen. */
const SETTLED_MS = SIGN_OF_LIFE_MS;

/** Connects the processes in which a room is open. */
export interface Exchanging {
  readonly exchange: RoomExchange;
  /** Random id of this process. */
  readonly process: string;
}

export interface CompanyParts {
  readonly id: MissionId;
  /** Absent if there is one process. */
  readonly exchanging: Exchanging | undefined;
  readonly now: () => EpochMs;
  /** Who is in the room in this process. */
  readonly own: () => Crowd;
  /** Whether the log of the room takes no more entries, as far as this process knows. */
  readonly isFull: () => true | undefined;
  /** Another process has told something; its members may be those that were known. */
  readonly onReport: (report: Report, haveChanged: boolean) => void;
}

/** Who is in a room, in all processes together. */
export interface Company {
  /** Operators in the order in which they entered, the same in each process, and viewers. */
  everybody(): Crowd;
  /** True once those in other processes are known, so that the first operator is the longest one. */
  isSettled(now: EpochMs): boolean;
  /** Notes what the others are to know. */
  changed(): void;
  marked(console: ConsoleId, mark: MarkMessage): void;
  renewed(): void;
  /** Tells the others what they are to know. */
  tell(now: EpochMs): void;
  /** Forgets silent processes. Returns whether there were any with members. */
  forgetSilent(now: EpochMs): boolean;
  /** Says goodbye. */
  stop(): void;
}

const inOrder = (a: Operator, b: Operator): number =>
  a.since - b.since || (a.console < b.console ? -1 : Number(a.console > b.console));

/** Unites crowds. A console that has come again, in another process, is where it came last. */
export function united(crowds: readonly Crowd[]): Crowd {
  const operators = new Map<ConsoleId, Operator>();
  for (const operator of crowds.flatMap((crowd) => crowd.operators)) {
    const known = operators.get(operator.console);
    if (!known || operator.since > known.since) operators.set(operator.console, operator);
  }
  return {
    operators: [...operators.values()].sort(inOrder),
    viewers: crowds.reduce((sum, { viewers }) => sum + viewers, 0),
  };
}

/** Company of a process that is alone. */
const alone = ({ own }: CompanyParts): Company => ({
  everybody: own,
  isSettled: () => true,
  changed: () => undefined,
  marked: () => undefined,
  renewed: () => undefined,
  tell: () => undefined,
  forgetSilent: () => false,
  stop: () => undefined,
});

export const createCompany = (parts: CompanyParts): Company =>
  parts.exchanging ? createCompanyOf(parts, parts.exchanging) : alone(parts);

/** Who is in the room in another process. */
interface Heard {
  readonly crowd: Crowd;
  readonly heardAt: EpochMs;
}

const isSame = (a: Crowd, b: Crowd): boolean =>
  a.viewers === b.viewers && JSON.stringify(a.operators) === JSON.stringify(b.operators);

const NOBODY: Crowd = { operators: [], viewers: 0 };

function createCompanyOf(
  { id, now, own, isFull, onReport }: CompanyParts,
  { exchange, process }: Exchanging,
): Company {
  const others = new Map<string, Heard>();
  const openedAt = now();
  let hasNews = false;
  let marks = new Map<ConsoleId, MarkMessage>();
  let isRenewed = false;
  let sentAt = Number.NEGATIVE_INFINITY;
  /** Whether the others believe that somebody is here. */
  let isPresent = false;

  function hear(text: string): void {
    const report = readReport(text);
    if (!report || report.from === process) return;
    // Who has just come does not know yet who is here.
    if (!others.has(report.from) && !isEmpty(own())) hasNews = true;
    const before = others.get(report.from)?.crowd ?? NOBODY;
    if (isEmpty(report)) others.delete(report.from);
    else others.set(report.from, { crowd: report, heardAt: now() });
    onReport(report, !isSame(before, report));
  }
  const stopListening = exchange.listen(id, hear);

  function send(crowd: Crowd, at: number): void {
    const report: Report = {
      from: process,
      ...crowd,
      ...(marks.size > 0 && { marks: [...marks.values()] }),
      ...(isRenewed && { isRenewed }),
      isFull: isFull(),
    };
    exchange.send(id, JSON.stringify(report));
    sentAt = at;
    hasNews = false;
    marks = new Map();
    isRenewed = false;
    isPresent = !isEmpty(crowd);
  }

  return {
    everybody: () => united([own(), ...[...others.values()].map(({ crowd }) => crowd)]),
    isSettled: (at) => at - openedAt >= SETTLED_MS,
    changed() {
      hasNews = true;
    },
    marked(console, mark) {
      if (others.size === 0) return;
      marks.set(console, mark);
      hasNews = true;
    },
    renewed() {
      isRenewed = true;
      hasNews = true;
    },
    tell(at) {
      const sinceMs = Math.abs(at - sentAt);
      if (sinceMs < REPORT_MS || (!hasNews && sinceMs < SIGN_OF_LIFE_MS)) return;
      const crowd = own();
      if (!isEmpty(crowd) || isPresent) send(crowd, at);
    },
    forgetSilent(at) {
      const silent = [...others].filter(([, { heardAt }]) => Math.abs(at - heardAt) >= SILENT_MS);
      for (const [process] of silent) others.delete(process);
      return silent.length > 0;
    },
    stop() {
      stopListening();
      if (isPresent) send(NOBODY, now());
    },
  };
}
