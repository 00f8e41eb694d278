import type { MissionControl, OrderedControl } from '../../../shared/contract/mission-control.ts';
import {
  OPERATION_NAMES,
  type OperationName,
  type RequestedOperations,
} from '../../../shared/contract/operations.ts';
import { type Outcome, type Remotely, type RequestId, refused } from '../../../shared/contract/outcome.ts';
import { MAIN_BRANCH, READ_ONLY } from '../../../shared/contract/transport.ts';
import { instructorInput } from '../../mission/exercise/instructor.ts';
import type { Order, OrderedInput, TimeOrder } from '../consoles/messages.ts';

/** Session effects that orders require. */
export interface OrderedEffects {
  isMainShown(): boolean;
  isPastShown(): boolean;
  /** True while this console is the sequencer of the mission itself. */
  isSequencing(): boolean;
  /** Returns an operation of this console, as kept in the journal. */
  inputOf(name: OperationName, input: unknown, requestId: unknown): OrderedInput;
  /** Returns the input for a ground network chosen at this console; refused if invalid. */
  networkInput(stations: unknown): Outcome<OrderedInput>;
  /** Sends an order to the sequencer. */
  order(order: Order): Promise<Outcome<unknown>>;
  /** Called when the operator of this console has changed the time. */
  onTimeControl(): void;
  /** Called when an order of time has been carried out here, for the mission itself. */
  onCarriedOut(time: TimeOrder): void;
}

/** Acts locally if this console is the sequencer or shows a branch; otherwise sends orders to the sequencer. */
export function createOrderedControl(control: MissionControl, effects: OrderedEffects): OrderedControl {
  const isElsewhere = (): boolean => effects.isMainShown() && !effects.isSequencing();
  /** True if the sequencer controls the shown time; a replay is this console's own. */
  const isTimeElsewhere = (): boolean => isElsewhere() && !effects.isPastShown();

  const orderInput = async (input: OrderedInput): Promise<Outcome<never>> =>
    effects.isPastShown()
      ? refused(READ_ONLY)
      : ((await effects.order({ kind: 'input', input })) as Outcome<never>);

  /** @param isSeen true to show the mission itself at its live edge afterwards */
  async function orderTime(time: TimeOrder, isSeen: boolean): Promise<Outcome<never>> {
    const outcome = await effects.order({ kind: 'time', time });
    if (outcome.ok) {
      effects.onTimeControl();
      if (isSeen) control.seek();
    }
    return outcome as Outcome<never>;
  }

  /** Carries out an order of time here. */
  function timeHere<Value>(time: TimeOrder, carryOut: () => Outcome<Value>): Outcome<Value> {
    const isOfMission = effects.isMainShown() && !effects.isPastShown();
    const outcome = carryOut();
    if (outcome.ok && isOfMission) effects.onCarriedOut(time);
    return outcome;
  }

  const operations = Object.fromEntries(
    OPERATION_NAMES.map((name) => [
      name,
      async (input: never, requestId?: RequestId) =>
        isElsewhere() ? orderInput(effects.inputOf(name, input, requestId)) : control[name](input, requestId),
    ]),
  ) as unknown as Remotely<RequestedOperations>;

  return {
    ...operations,
    async setNetwork(stations) {
      if (!isElsewhere()) return control.setNetwork(stations);
      const input = effects.networkInput(stations);
      return input.ok ? orderInput(input.value) : input;
    },
    async instruct(instruction) {
      if (!isElsewhere()) return control.instruct(instruction);
      const input = instructorInput(instruction);
      return input.ok ? orderInput(input.value) : input;
    },
    async setRate(value) {
      const time = { name: 'setRate', value } as const;
      return isTimeElsewhere() ? orderTime(time, false) : timeHere(time, () => control.setRate(value));
    },
    async runUntil(value) {
      const time = { name: 'runUntil', value } as const;
      if (isElsewhere()) return orderTime(time, value !== undefined);
      return timeHere(time, () => control.runUntil(value));
    },
    async continueRun() {
      const time = { name: 'continueRun' } as const;
      return isElsewhere() ? orderTime(time, true) : timeHere(time, control.continueRun);
    },
    async step() {
      const time = { name: 'step' } as const;
      return isTimeElsewhere() ? orderTime(time, true) : timeHere(time, control.step);
    },
    async slowOnCritical(value) {
      const time = { name: 'slowOnCritical', value: value === true } as const;
      return effects.isSequencing()
        ? timeHere(time, () => control.slowOnCritical(value))
        : orderTime(time, false);
    },
    async returnToUtc() {
      if (effects.isSequencing()) return timeHere({ name: 'returnToUtc' }, control.returnToUtc);
      control.showBranch(MAIN_BRANCH);
      return orderTime({ name: 'returnToUtc' }, true);
    },
  };
}
