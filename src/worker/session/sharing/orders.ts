import type { ConsoleId } from '../../../shared/contract/consoles.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { Message, Order } from '../consoles/messages.ts';

/** Effects that orders require from the exchange of consoles. */
export interface OrdersEffects {
  now(): EpochMs;
  /** True while this console is the sequencer. */
  isSequencing(): boolean;
  sequencer(): ConsoleId;
  /** Number of inputs known to this console, and of those in its mission. */
  count(): number;
  appliedCount(): number;
  /** Carries out an order of a console's operator. */
  carryOut(order: Order, origin: ConsoleId): Outcome<unknown>;
  send(message: Message): void;
}

/** Outcome of an order, and the number of inputs with which its effect is here. */
export interface SettledOrder {
  readonly outcome: Outcome<unknown>;
  readonly entryCount: number;
}

/** Orders of this console until their effect is here, and orders that it has carried out for others. */
export interface Orders {
  /**
   * Sends an order to the sequencer. The promise is fulfilled once its effect is here.
   * @param isWanted false once the order is not to be sent again
   */
  order(order: Order, isWanted?: () => boolean): Promise<Outcome<unknown>>;
  /** True while this console's order to return to UTC is pending. */
  isReturning(): boolean;
  /** Carries out an order of a console; the same order again only gets the same answer. */
  carryOut(order: Order, from: ConsoleId, orderId: string): SettledOrder;
  /** Takes an answer of the sequencer. */
  take(orderId: string, done: SettledOrder): void;
  /** Answers orders whose effect the mission includes now. */
  settle(): void;
  /** Sends unanswered orders again, to the current sequencer. */
  repeat(olderThanMs: number): void;
}

/** Number of answers kept for repeated orders. */
const MOST_DONE = 200;

interface PendingOrder {
  readonly order: Order;
  readonly settle: (outcome: Outcome<unknown>) => void;
  readonly isWanted: () => boolean;
  askedAt: EpochMs;
  done?: SettledOrder;
}

/** @param id id of this console */
export function createOrders(id: ConsoleId, effects: OrdersEffects): Orders {
  const pending = new Map<string, PendingOrder>();
  const carriedOut = new Map<string, SettledOrder>();
  let ordered = 0;

  function carryOut(order: Order, from: ConsoleId, orderId: string): SettledOrder {
    const key = `${from} ${orderId}`;
    const earlier = carriedOut.get(key);
    if (earlier) return earlier;
    const outcome = effects.carryOut(order, from);
    const done = { outcome, entryCount: effects.count() };
    carriedOut.set(key, done);
    const [oldest] = carriedOut.keys();
    if (carriedOut.size > MOST_DONE && oldest !== undefined) carriedOut.delete(oldest);
    return done;
  }

  function settle(): void {
    for (const [orderId, { done, settle: answer }] of pending) {
      if (!done || (done.outcome.ok && done.entryCount > effects.appliedCount())) continue;
      pending.delete(orderId);
      answer(done.outcome);
    }
  }

  function deliver(orderId: string, one: PendingOrder): void {
    one.askedAt = effects.now();
    const to = effects.sequencer();
    if (effects.isSequencing()) {
      one.done = carryOut(one.order, id, orderId);
      settle();
    } else if (to !== id) {
      effects.send({ type: 'order', from: id, to, id: orderId, order: one.order });
    }
  }

  return {
    order: (order, isWanted = () => true) =>
      new Promise((resolve) => {
        ordered += 1;
        const orderId = `${id} ${ordered}`;
        const one: PendingOrder = { order, settle: resolve, isWanted, askedAt: effects.now() };
        pending.set(orderId, one);
        deliver(orderId, one);
      }),
    isReturning: () =>
      [...pending.values()].some(({ order }) => order.kind === 'time' && order.time.name === 'returnToUtc'),
    carryOut,
    take(orderId, done) {
      const one = pending.get(orderId);
      if (one) one.done = { outcome: done.outcome, entryCount: done.entryCount };
      settle();
    },
    settle,
    repeat(olderThanMs) {
      for (const [orderId, one] of pending) {
        if (!one.done && !one.isWanted()) {
          pending.delete(orderId);
          one.settle(refused('The order was withdrawn.'));
        } else if (!one.done && Math.abs(effects.now() - one.askedAt) >= olderThanMs) deliver(orderId, one);
      }
    },
  };
}
