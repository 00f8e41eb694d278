import {
  ANOMALY_SEVERITIES,
  type AnomalySeverity,
  type CommandName,
} from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { remember } from '../../kit/remember.ts';
import { FAULT_KINDS, type FaultKind } from '../../spacecraft/fault-kinds.ts';
import { isReportedOut, type LimitWatches } from '../telemetry/limit-watch.ts';
import { expectFdir, fdirStage, type KnownFdir } from './expected-fdir.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';
import type { ObservedChange } from './observed-change.ts';
import type { ActingFault, PressingReason, Symptoms } from './symptoms.ts';

/** Severity and suggested action, from the possible causes and from telemetry. */

const rankOf = (severity: AnomalySeverity): number => ANOMALY_SEVERITIES.indexOf(severity);

const worstOf = remember(
  (causes: readonly FaultName[]): AnomalySeverity =>
    causes
      .map((cause): AnomalySeverity => FAULT_KINDS[cause].severity)
      .reduce((worst, severity) => (rankOf(severity) > rankOf(worst) ? severity : worst), 'Low'),
);

/** Channels in which the causes are visible. */
const shownIn = remember((causes: readonly FaultName[]): readonly TelemetryChannel[] =>
  causes.flatMap((cause) => FAULT_SIGNATURES[cause].indications.map(({ channel }) => channel)),
);

/**
 * Returns why the fault is not left to FDIR's retry, if so. A reading counts once it is reported to be out of limits,
 * not while the mode causes it by design.
 * @param limits what is reported of the limits
 * @param changeOf the fault's own share of a channel's change
 */
export function pressingReason(
  known: KnownFdir,
  span: ObservedChange | undefined,
  limits: LimitWatches | undefined,
  changeOf: (channel: TelemetryChannel) => number,
): PressingReason | undefined {
  const mode = known.view?.mode ?? 'NOMINAL';
  const isOut =
    span !== undefined &&
    shownIn(known.causes).some(
      (channel) => isReportedOut(limits, channel, span.to[channel], mode) && changeOf(channel) !== 0,
    );
  if (isOut) return 'limits';
  return fdirStage(known) === 'retry' ? undefined : 'retry';
}

/** Highest severity while the retry of on-board FDIR may clear the fault and every reading is in limits. */
const RETRIED: AnomalySeverity = 'Medium';

/** Returns the severity of the worst cause, reduced while on-board FDIR is expected to clear the fault. */
export function severityOf(causes: readonly FaultName[], isPressing: boolean): AnomalySeverity {
  const worst = worstOf(causes);
  return isPressing || rankOf(worst) < rankOf(RETRIED) ? worst : RETRIED;
}

const remedyOf = (cause: FaultName): CommandName => FAULT_KINDS[cause].recoveryCommand;
const isWorsenedBy = (cause: FaultName, command: CommandName): boolean => {
  const { worsenedBy }: FaultKind = FAULT_KINDS[cause];
  return worsenedBy.includes(command);
};

/** Enter Safe Mode stops the payload, so it ranks last among commands that fit equally many causes. */
const costOf = (command: CommandName): number => (command === 'Enter Safe Mode' ? 1 : 0);

/** Returns the recovery commands that worsen no cause, with the causes that each fits; the suggested one first. */
export const remediesOf = remember(
  (causes: readonly FaultName[]): readonly (readonly [CommandName, readonly FaultName[]])[] =>
    [...new Set(causes.map(remedyOf))]
      .filter((command) => !causes.some((cause) => isWorsenedBy(cause, command)))
      .map((command) => [command, causes.filter((cause) => remedyOf(cause) === command)] as const)
      .sort(
        ([first, one], [second, other]) =>
          other.length - one.length ||
          costOf(first) - costOf(second) ||
          rankOf(worstOf(other)) - rankOf(worstOf(one)),
      ),
);

/** Duration of safe mode and the return from it, without payload and data. */
const SAFE_MODE_MS = 15 * MS_PER_MIN;

/**
 * Returns the first remedy unless it costs more than it gains: Enter Safe Mode does if FDIR should end the fault just
 * as soon.
 */
function affordableFor(known: KnownFdir): CommandName | undefined {
  const command = remediesOf(known.causes)[0]?.[0];
  if (command !== 'Enter Safe Mode') return command;
  const { clearedBy, endedBy } = expectFdir(known);
  const end = clearedBy ?? endedBy;
  return end !== undefined && end - known.heardAt <= SAFE_MODE_MS ? undefined : command;
}

export interface Suggestion {
  readonly suggested?: CommandName | undefined;
  /** Fault with priority, and the command that waits because it could worsen that fault. */
  readonly rival?:
    | { readonly name: FaultName; readonly since: EpochMs; readonly command: CommandName }
    | undefined;
}

/** True if a fault has priority over another: the worse one; among equals, the earlier one. */
function comesFirst(one: ActingFault, causes: readonly FaultName[], since: EpochMs): boolean {
  const ahead = rankOf(worstOf(one.reported.causes)) - rankOf(worstOf(causes));
  return ahead > 0 || (ahead === 0 && one.since < since);
}

/**
 * Suggests a command against one of several faults, but none that could worsen a fault with priority, so that no two
 * cards forbid each other's command.
 */
export function suggestionFor(
  known: KnownFdir,
  { name, since, acting = [] }: Pick<Symptoms, 'name' | 'since' | 'acting'>,
): Suggestion {
  const command = affordableFor(known);
  if (command === undefined) return {};
  const rival = acting.find(
    (other) =>
      other.name !== name &&
      other.reported.causes.some((cause) => isWorsenedBy(cause, command)) &&
      comesFirst(other, known.causes, since),
  );
  return rival ? { rival: { name: rival.name, since: rival.since, command } } : { suggested: command };
}
