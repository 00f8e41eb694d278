import type { GroundLinkState } from '../../../shared/contract/consoles.ts';
import type { WireInput } from '../../../shared/contract/journal.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { toHex } from '../../../shared/kit/octets.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { Branch } from '../branches/branch.ts';
import { limitRate } from '../sharing/limit-rate.ts';
import type { GroundPort } from './ground-port.ts';

/** Session effects that the link to ground systems requires. */
export interface GroundLinkEffects {
  now(): EpochMs;
  /** Returns the mission itself; another branch once it has gone back, or has been taken over from another console. */
  main(): Branch;
  /** False while a shared mission has not been reached yet, or not again: nothing can be entered until it has. */
  mayEnter(): boolean;
  /**
   * Enters an input into the mission itself once, wherever its sequencer is.
   * @param isWanted false once it is not to be entered any more
   */
  enter(input: WireInput, isWanted: () => boolean): Promise<Outcome<unknown>>;
  /** Shows the consoles whether this one is connected. */
  show(state: GroundLinkState): void;
  notify(notice: NoticeDraft): void;
}

/** Ground systems that fly the mission itself over this console: telemetry packets out, telecommands in. */
export interface GroundLink {
  /** Begins to connect, or disconnects. A failure is reported by a notice. */
  set(isWanted: boolean): Outcome<boolean>;
  /** Sends the packets since the last call, and lets go on what waits. */
  advance(): void;
}

/**
 * Telecommands per second, each of which the journal keeps; others wait. A sequencer carries out twice as many orders of
 * other consoles, so that their operators are not kept waiting.
 */
const MOST_TELECOMMANDS = 25;
/** The port hears from this console at least as often. */
const ALIVE_MS = 5 * MS_PER_S;

/** @param loadPort loads the way to ground systems, which a mission does not need without them */
export function createGroundLink(
  loadPort: (() => Promise<GroundPort>) | undefined,
  effects: GroundLinkEffects,
): GroundLink {
  let loading: Promise<GroundPort> | undefined;
  let port: GroundPort | undefined;
  /** When the port was last given packets, or none as a sign of life. */
  let sentAt = Number.NEGATIVE_INFINITY;
  let state: GroundLinkState = 'off';
  /** Increases with each connection: what belongs to an earlier one has no effect any more. */
  let attempt = 0;
  /** The mission whose packets are sent. */
  let flown: Branch['mission'] | undefined;
  /** True while the input is under way with which telemetry begins. */
  let isBeginning = false;
  /** Refusal of the last telecommand. */
  let lastRefusal: string | undefined;
  /** Released to look again whether what has come too early may go on. */
  const waiting: (() => void)[] = [];
  const soon = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const isSlowEnough = limitRate(MOST_TELECOMMANDS, effects.now);

  function show(next: GroundLinkState): void {
    state = next;
    effects.show(next);
  }
  function end(): void {
    attempt += 1;
    flown = undefined;
    isBeginning = false;
    for (const release of waiting.splice(0)) release();
    port?.close();
    show('off');
  }
  function fail(reason: string): void {
    end();
    effects.notify({ level: 'warning', text: `Ground systems are disconnected. ${reason}` });
  }

  /** Opens the link that the mission may have from a recording of a spacecraft on the wire, which the page cannot change. */
  async function openLink(isWanted: () => boolean): Promise<Outcome<unknown>> {
    const link = effects.main().mission.facts().onboard?.link;
    if (!link || (link.profile === 'open' && !link.bitErrorRate)) return { ok: true, value: undefined };
    return effects.enter({ kind: 'link', profile: 'open', bitErrorRate: 0 }, isWanted);
  }

  /** Begins telemetry from this instant on; what has been transmitted before is not sent. */
  async function beginTelemetry(): Promise<void> {
    const own = attempt;
    const isWanted = () => own === attempt;
    isBeginning = true;
    let outcome = await openLink(isWanted);
    if (own !== attempt) return;
    effects.main().takePackets();
    if (outcome.ok) outcome = await effects.enter({ kind: 'packets' }, isWanted);
    if (own !== attempt) return;
    isBeginning = false;
    // The input itself may have taken the mission back: in a shared one it comes from the server.
    flown = effects.main().mission;
    if (!outcome.ok) fail(outcome.message);
  }

  async function receive(octets: Uint8Array, own: number): Promise<void> {
    while (!isSlowEnough() && own === attempt) await soon();
    if (own !== attempt) return;
    const outcome = await effects.enter({ kind: 'telecommand', bytes: toHex(octets) }, () => own === attempt);
    const refusal = outcome.ok ? undefined : outcome.message;
    // A script goes on in spite of a refusal, which is said once.
    if (own === attempt && refusal !== undefined && refusal !== lastRefusal) {
      effects.notify({ level: 'warning', text: refusal });
    }
    lastRefusal = refusal;
    advance();
  }

  /** Loads the port once; a failure is tried again. */
  async function portOf(load: () => Promise<GroundPort>): Promise<Result<GroundPort>> {
    loading ??= load();
    try {
      return succeeded(await loading);
    } catch (error) {
      loading = undefined;
      return failed(`The code of the ground link failed to load: ${(error as Error).message}.`);
    }
  }

  async function connect(load: () => Promise<GroundPort>): Promise<void> {
    attempt += 1;
    const own = attempt;
    show('connecting');
    const closed = (reason: string): void => {
      if (own === attempt) fail(reason);
    };
    const loaded = await portOf(load);
    if (own !== attempt) return;
    if (!loaded.ok) {
      fail(loaded.message);
      return;
    }
    // Until then the port stays closed, and drops telecommands: they would be executed long after they were sent.
    while (!effects.mayEnter() && own === attempt) await soon();
    if (own !== attempt) return;
    port = loaded.value;
    const opened = await port.open({ receive: (octets) => receive(octets, own), closed });
    if (own !== attempt) return;
    if (!opened.ok) {
      fail(opened.message);
      return;
    }
    await beginTelemetry();
    if (own === attempt) show('connected');
  }

  function advance(): void {
    for (const release of waiting.splice(0)) release();
    if (state !== 'connected') return;
    // The mission has gone back, or its record was taken over: telemetry begins again, with the counters of then.
    if (!isBeginning && effects.main().mission !== flown) void beginTelemetry();
    const packets = effects.main().takePackets();
    if (packets.length > 0 || Math.abs(effects.now() - sentAt) >= ALIVE_MS) {
      sentAt = effects.now();
      port?.send(packets);
    }
  }

  return {
    set(isWanted) {
      if (isWanted && !loadPort) return refused('This console has no way to ground systems.');
      if (isWanted && loadPort && state === 'off') void connect(loadPort);
      if (!isWanted && state !== 'off') end();
      return { ok: true, value: isWanted };
    },
    advance,
  };
}
