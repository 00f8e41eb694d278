import type { OperationName } from '../src/shared/contract/operations.ts';
import { TELEMETRY_PERIOD_MS } from '../src/shared/entities/constants.ts';
import type { Anomaly } from '../src/shared/entities/entities.ts';
import { TELEMETRY_CHANNELS, telemetryLevel } from '../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_S } from '../src/shared/kit/units.ts';
import type { Seed } from '../src/worker/kit/random.ts';
import { createMission, type Mission } from '../src/worker/mission/mission.ts';

/** Result of a mission under an operator. */
export interface ShiftResult {
  readonly downlinkedMb: number;
  /** Share of the time with a channel out of its limits, 0 to 1. */
  readonly outOfLimits: number;
  /** Mean system health, percent. */
  readonly health: number;
  /** Share of the time outside NOMINAL mode, 0 to 1. */
  readonly notNominal: number;
}

/** Checks the mission and acts, using only what the page receives. */
type Operator = (mission: Mission) => void;

function operate(mission: Mission, name: OperationName, input: unknown): void {
  const { outcome } = mission.apply({ kind: 'operation', name, input });
  if (!outcome.ok) throw new Error(outcome.message);
}

const isOngoing = (mission: Mission, { id, status }: Anomaly): boolean =>
  status !== 'Resolved' &&
  mission.snapshot().spacecraft.value?.faults.some(({ anomalyId }) => anomalyId === id) === true;

/** Returns a function that gives the time in ms since a value was first seen unchanged. */
function sinceSeen(): (mission: Mission, what: string | undefined) => number {
  let held: string | undefined;
  let since = 0;
  return (mission, what) => {
    if (what !== held) since = mission.time();
    held = what;
    return mission.time() - since;
  };
}

interface Pace {
  /** Delay from the onset of an anomaly to following its suggestion. */
  readonly answerMs: number;
  /** Delay from first seeing a suggestion for the spacecraft itself to following it. */
  readonly adviceMs: number;
}

/** Follows the suggestions: each one of an anomaly once, those for the spacecraft itself on every occurrence. */
function follow({ answerMs, adviceMs }: Pace): Operator {
  const done = new Set<string>();
  const [safeModeFor, downlinkFor] = [sinceSeen(), sinceSeen()];
  return (mission) => {
    const { anomalies, advice } = mission.snapshot();
    for (const anomaly of anomalies.value) {
      const { id, timestamp, suggestedAction: name } = anomaly;
      if (!name || !isOngoing(mission, anomaly) || mission.time() - timestamp < answerMs) continue;
      const what = `${id} ${name}`;
      if (done.has(what)) continue;
      done.add(what);
      operate(mission, 'sendCommand', { name, anomaly: id });
    }
    const { safeMode, downlink } = advice.value;
    const exit = safeMode?.waitsFor === undefined ? safeMode?.command : undefined;
    if (safeModeFor(mission, exit) >= adviceMs && exit) operate(mission, 'sendCommand', { name: exit });
    if (downlinkFor(mission, downlink?.command) >= adviceMs && downlink) {
      operate(mission, 'sendCommand', { name: downlink.command });
    }
  };
}

const FOLLOWS_MS = 90 * MS_PER_S;

export const OPERATORS = {
  nobody: () => () => undefined,
  'literal follower': () => follow({ answerMs: FOLLOWS_MS, adviceMs: FOLLOWS_MS }),
  'duty crew': () => {
    let isOn = false;
    return (mission) => {
      if (!isOn) operate(mission, 'handOverConsole', 'duty crew');
      isOn = true;
    };
  },
  /** Reads a card for half a minute, and follows advice at once. */
  'good operator': () => follow({ answerMs: 30 * MS_PER_S, adviceMs: 0 }),
} as const satisfies Readonly<Record<string, () => Operator>>;

export type OperatorName = keyof typeof OPERATORS;
export const OPERATOR_NAMES = Object.keys(OPERATORS) as readonly OperatorName[];

/** Time between two looks of an operator. */
const LOOK_MS = 15 * MS_PER_S;

export function auditOperator(name: OperatorName, seed: Seed, from: EpochMs, hours: number): ShiftResult {
  const mission = createMission({ seed, startTime: from });
  const operator: Operator = OPERATORS[name]();
  const downlinked = (): number => mission.snapshot().spacecraft.value?.data.downlinkedMb ?? Number.NaN;
  const begunMb = downlinked();
  let [samples, out, notNominal, health] = [0, 0, 0, 0];
  const end = addMs(from, hours * MS_PER_H);
  for (let now = addMs(from, LOOK_MS); now <= end; now = addMs(now, LOOK_MS)) {
    mission.advanceTo(now, ({ telemetry, spacecraft, performance }, time) => {
      if (time % TELEMETRY_PERIOD_MS !== 0) return false;
      const newest = telemetry.at(-1);
      const isOut = TELEMETRY_CHANNELS.some(
        (channel) => newest && telemetryLevel(channel, newest[channel]) !== 'nominal',
      );
      samples += 1;
      out += Number(isOut);
      notNominal += Number(spacecraft?.mode !== 'NOMINAL');
      health += performance.systemHealth;
      return false;
    });
    operator(mission);
  }
  return {
    downlinkedMb: downlinked() - begunMb,
    outOfLimits: out / samples,
    health: health / samples,
    notNominal: notNominal / samples,
  };
}

export function meanOf(results: readonly ShiftResult[]): ShiftResult {
  const mean = (figure: keyof ShiftResult): number =>
    results.reduce((sum, result) => sum + result[figure], 0) / results.length;
  return {
    downlinkedMb: mean('downlinkedMb'),
    outOfLimits: mean('outOfLimits'),
    health: mean('health'),
    notNominal: mean('notNominal'),
  };
}
