import {
  createFramer,
  INITIAL_FARM,
  LONGEST_TC_FRAME,
  readTcFrame,
  stepFarm,
  withRoom,
} from '../../shared/packets/frames.ts';
import { createSplitter } from '../../shared/packets/splitter.ts';
import { decodeTelemetry } from '../../shared/packets/telemetry.ts';
import { openDatagrams } from './datagrams.ts';
import { createSenderQueue, type Receiver } from './sender-queue.ts';

/** Telemetry and telecommands in transfer frames, a frame in a datagram. */
export interface Frames {
  /** Port that receives TC frames. */
  readonly port: number;
  send(packets: readonly Uint8Array[]): void;
  /** Tells the ground the state of the uplink, if no packet does. */
  tick(): void;
  /** Mission time has gone back. */
  restored(): void;
  close(): void;
}

export interface FramesOptions extends Receiver {
  /** Address and port to receive TC frames on. */
  readonly address: string;
  readonly port: number;
  /** Port of this machine that receives TM frames. */
  readonly telemetryPort: number;
  /** True while the link carries frames: without it those that are sent are lost. */
  readonly hasLink: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** The ground learns the state of the uplink at least as often while there is a link, milliseconds. */
const LONGEST_SILENCE_MS = 1000;

/** Opens a socket for frames; fails if the port is in use. */
export async function openFrames(options: FramesOptions): Promise<Frames> {
  const { address, port, telemetryPort, hasLink, now } = options;
  const framer = createFramer();
  /** It holds the telecommands of one sequenced frame at most, which the ground knows as accepted. */
  const queue = createSenderQueue(options);
  let farm = INITIAL_FARM;
  let toldFarm = farm;
  let toldAt = Number.NEGATIVE_INFINITY;
  let newest = Number.NEGATIVE_INFINITY;

  function receiveFrame(octets: Uint8Array): boolean {
    const frame = hasLink() ? readTcFrame(octets) : undefined;
    if (!frame) return false;
    const { farm: next, accepted } = stepFarm(farm, frame, queue.pass());
    farm = next;
    const packets = accepted ? createSplitter()(accepted).packets : [];
    // What comes by the bypass is not repeated by the ground, and lost without room.
    if (frame.kind === 'bypass') for (const packet of packets) options.receive(packet);
    else queue.push(packets);
    queue.pass();
    return true;
  }

  const datagrams = await openDatagrams({
    address,
    port,
    telemetryPort,
    longest: LONGEST_TC_FRAME,
    receive: receiveFrame,
  });

  function tell(frames: readonly Uint8Array[]): void {
    toldFarm = farm;
    toldAt = now();
    datagrams.send(frames);
  }

  return {
    port: datagrams.port,
    send(packets) {
      if (packets.length === 0) return;
      const [dumped, live]: [Uint8Array[], Uint8Array[]] = [[], []];
      for (const packet of packets) {
        const time = decodeTelemetry(packet)?.time ?? newest;
        // A packet that was generated before one that has been sent comes from the store.
        (time < newest ? dumped : live).push(packet);
        newest = Math.max(newest, time);
      }
      tell([...framer.frames('dump', dumped, farm), ...framer.frames('live', live, farm)]);
    },
    tick() {
      if (queue.pass()) farm = withRoom(farm);
      if (!hasLink()) return;
      if (farm !== toldFarm || now() - toldAt >= LONGEST_SILENCE_MS) tell([framer.idleFrame(farm)]);
    },
    restored() {
      newest = Number.NEGATIVE_INFINITY;
    },
    close: datagrams.close,
  };
}
