import type { GroundLinkState } from '../../../shared/contract/consoles.ts';
import type { MissionInput } from '../../../shared/contract/journal.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { toHex } from '../../../shared/kit/octets.ts';
import { failed, type Result } from '../../../shared/kit/result.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { Branch } from '../branches/branch.ts';
import { limitRate } from '../sharing/limit-rate.ts';
import type { GroundListener, GroundPort } from './ground-port.ts';

/** Inputs that a ground system causes. */
export type WireInput = Extract<MissionInput, { readonly kind: 'packets' | 'telecommand' }>;

/** Session effects that the link to ground systems requires. */
export interface GroundLinkEffects {
  now(): EpochMs;
  /** Returns the mission itself; another branch once it has gone back, or has been taken over from another console. */
  main(): Branch;
  /** Enters an input into the mission itself, wherever its sequencer is. */
  enter(input: WireInput): Promise<Outcome<unknown>>;
  /** Shows the consoles whether this one is connected. */
  show(state: GroundLinkState): void;
  notify(notice: NoticeDraft): void;
}

/** Ground systems that fly the mission itself over this console: telemetry packets out, telecommands in. */
export interface GroundLink {
  /** Begins to connect, or disconnects. A failure is reported by a notice. */
  set(isWanted: boolean): Outcome<boolean>;
  /** Sends the packets since the last call, and admits telecommands that wait. */
  advance(): void;
}

/** Telecommands per second, each of which the journal keeps; others wait. */
const MOST_TELECOMMANDS = 50;

/** @param loadPort loads the way to ground systems, which a mission does not need without them */
export function createGroundLink(
  loadPort: (() => Promise<GroundPort>) | undefined,
  effects: GroundLinkEffects,
): GroundLink {
  let port: GroundPort | undefined;
  let state: GroundLinkState = 'off';
  /** Increases with each connection: what belongs to an earlier one has no effect any more. */
  let attempt = 0;
  /** The mission whose packets are sent. */
  let flown: Branch['mission'] | undefined;
  /** Released when a telecommand that has come too early may be entered. */
  const waiting: (() => void)[] = [];
  const mayEnter = limitRate(MOST_TELECOMMANDS, effects.now);

  function show(next: GroundLinkState): void {
    state = next;
    effects.show(next);
  }
  function end(): void {
    attempt += 1;
    flown = undefined;
    for (const release of waiting.splice(0)) release();
    port?.close();
    show('off');
  }
  function fail(reason: string): void {
    end();
    effects.notify({ level: 'warning', text: `Ground systems are disconnected. ${reason}` });
  }

  /** Begins telemetry from this instant on; what has been transmitted before is not sent. */
  async function beginTelemetry(): Promise<void> {
    const own = attempt;
    flown = effects.main().mission;
    effects.main().takePackets();
    const outcome = await effects.enter({ kind: 'packets' });
    if (own === attempt && !outcome.ok) fail(outcome.message);
  }

  async function receive(octets: Uint8Array): Promise<void> {
    const own = attempt;
    while (!mayEnter() && own === attempt) await new Promise<void>((resolve) => waiting.push(resolve));
    if (own !== attempt) return;
    const outcome = await effects.enter({ kind: 'telecommand', bytes: toHex(octets) });
    if (own === attempt && !outcome.ok) effects.notify({ level: 'warning', text: outcome.message });
    advance();
  }

  async function openPort(load: () => Promise<GroundPort>, listener: GroundListener): Promise<Result<void>> {
    try {
      port ??= await load();
    } catch (error) {
      return failed(`The code of the ground link failed to load: ${(error as Error).message}.`);
    }
    return port.open(listener);
  }

  async function connect(load: () => Promise<GroundPort>): Promise<void> {
    attempt += 1;
    const own = attempt;
    show('connecting');
    const closed = (reason: string): void => {
      if (own === attempt) fail(reason);
    };
    const opened = await openPort(load, { receive, closed });
    if (own !== attempt) return;
    if (!opened.ok) {
      fail(opened.message);
      return;
    }
    await beginTelemetry();
    if (own === attempt) show('connected');
  }

  function advance(): void {
    if (state !== 'connected') return;
    // The mission has gone back, or its record was taken over: telemetry begins again, with the counters of then.
    if (effects.main().mission !== flown) void beginTelemetry();
    const packets = effects.main().takePackets();
    if (packets.length > 0) port?.send(packets);
    for (const release of waiting.splice(0)) release();
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
