import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createFramer,
  FARM_WINDOW,
  type Farm,
  INITIAL_FARM,
  readTcFrame,
  stepFarm,
  TM_DATA_OCTETS,
  TM_FRAME_OCTETS,
  withRoom,
} from '../../../../src/shared/packets/frames.ts';
import { packetsIn, readFrame, telecommandFrame } from '../../../support/frames.ts';

/** A packet of some octets, whose contents follow from its number. */
function packetOf(length: number, number: number): Uint8Array {
  const packet = Uint8Array.from({ length }, (_, index) => (index * 7 + number) & 0xff);
  packet.set([0x08, 0x64, 0xc0, number & 0xff, (length - 7) >>> 8, (length - 7) & 0xff]);
  return packet;
}

describe('TM frames', () => {
  it('carry any packets whole and in order, in frames of one length', () => {
    const lengths = fc.array(fc.integer({ min: 7, max: 256 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(lengths, { minLength: 1, maxLength: 4 }), (steps) => {
        const framer = createFramer();
        const sent = steps.map((step) => step.map((length, number) => packetOf(length, number)));
        const octets = sent.flatMap((packets) => framer.frames('live', packets, INITIAL_FARM));
        expect(new Set(octets.map(({ length }) => length))).toEqual(new Set([TM_FRAME_OCTETS]));
        expect(packetsIn(octets.map(readFrame))).toEqual(sent.flat());
      }),
      { numRuns: 200, seed: 43 },
    );
  });

  it('are not filled up where the packets fill them, and go on through another one where too little room is left', () => {
    const framesFor = (length: number) => createFramer().frames('live', [packetOf(length, 1)], INITIAL_FARM);
    expect(framesFor(TM_DATA_OCTETS)).toHaveLength(1);
    expect(framesFor(TM_DATA_OCTETS - 7)).toHaveLength(1);
    const [, second] = framesFor(TM_DATA_OCTETS - 6).map(readFrame);
    expect(second?.firstHeader).toBe(0x7ff);
  });

  it('are counted by channel and in all, and wrap', () => {
    const framer = createFramer();
    const live = Array.from({ length: 300 }, () =>
      framer.frames('live', [packetOf(100, 1)], INITIAL_FARM),
    ).flat();
    const [dumped] = framer.frames('dump', [packetOf(100, 1)], INITIAL_FARM).map(readFrame);
    const idle = readFrame(framer.idleFrame(INITIAL_FARM));
    expect(live.map(readFrame).map(({ channelCount }) => channelCount)).toEqual(
      live.map((_, index) => index % 256),
    );
    expect(dumped).toMatchObject({ spacecraft: 100, channel: 1, channelCount: 0, masterCount: 300 % 256 });
    expect(idle).toMatchObject({ channel: 7, channelCount: 0, masterCount: 301 % 256, firstHeader: 0x7fe });
  });

  it('carry the state of the uplink', () => {
    const farm: Farm = {
      expected: 200,
      isLockedOut: true,
      isWaiting: false,
      isRetransmitting: true,
      bypassed: 2,
    };
    expect(readFrame(createFramer().idleFrame(farm)).clcw).toEqual({
      channel: 0,
      lockout: 1,
      wait: 0,
      retransmit: 1,
      farmB: 2,
      report: 200,
    });
    const waiting = { ...INITIAL_FARM, isWaiting: true };
    expect(readFrame(createFramer().idleFrame(waiting)).clcw.wait).toBe(1);
  });
});

describe('a TC frame', () => {
  it('is read with its type, number and data', () => {
    const data = Uint8Array.of(1, 2, 3);
    expect(readTcFrame(telecommandFrame('AD', data, 17))).toEqual({ kind: 'sequenced', sequence: 17, data });
    expect(readTcFrame(telecommandFrame('BD', data))?.kind).toBe('bypass');
    expect(readTcFrame(telecommandFrame('BC', [0]))?.kind).toBe('control');
  });

  it('is discarded if any bit is wrong, if it is cut off, or if it is for another spacecraft', () => {
    const frame = telecommandFrame('AD', [1, 2, 3, 4, 5, 6, 7], 3);
    for (let bit = 0; bit < 8 * frame.length; bit += 1) {
      const damaged = Uint8Array.from(frame);
      damaged[bit >>> 3] = (damaged[bit >>> 3] ?? 0) ^ (0x80 >>> (bit & 7));
      expect(readTcFrame(damaged), `bit ${bit}`).toBeUndefined();
    }
    for (let length = 0; length < frame.length; length += 1)
      expect(readTcFrame(frame.subarray(0, length))).toBeUndefined();
    expect(readTcFrame(telecommandFrame('AD', [1], 0, 101))).toBeUndefined();
    expect(readTcFrame(telecommandFrame('AD', new Uint8Array(2000)))).toBeUndefined();
  });
});

describe('FARM-1', () => {
  const numbered = (sequence: number) => readTcFrame(telecommandFrame('AD', [sequence], sequence));
  const control = (...data: readonly number[]) => readTcFrame(telecommandFrame('BC', data));
  function step(farm: Farm, frame: ReturnType<typeof readTcFrame>, hasRoom = true) {
    if (!frame) throw new Error('The frame is damaged.');
    return stepFarm(farm, frame, hasRoom);
  }

  it('accepts sequenced frames in order, over the wrap of their numbers', () => {
    let farm = INITIAL_FARM;
    for (let count = 0; count < 600; count += 1) {
      const { farm: next, accepted } = step(farm, numbered(count % 256));
      expect(accepted).toEqual(Uint8Array.of(count % 256));
      farm = next;
    }
    expect(farm).toEqual({ ...INITIAL_FARM, expected: 600 % 256 });
  });

  it('asks for what is missing, ignores repeats, and accepts the missing frame then', () => {
    const gap = step(INITIAL_FARM, numbered(1));
    expect(gap).toEqual({ farm: { ...INITIAL_FARM, isRetransmitting: true } });
    const first = step(gap.farm, numbered(0));
    expect(first).toEqual({ farm: { ...INITIAL_FARM, expected: 1 }, accepted: Uint8Array.of(0) });
    expect(step(first.farm, numbered(0))).toEqual({ farm: first.farm });
  });

  it('locks out after a number outside its window, until it is unlocked', () => {
    for (const outside of [FARM_WINDOW, 128, 255 - FARM_WINDOW]) {
      const locked = step(INITIAL_FARM, numbered(outside)).farm;
      expect(locked.isLockedOut).toBe(true);
      expect(step(locked, numbered(0))).toEqual({ farm: locked });
      expect(step(locked, control(0x82, 0x00, 9)).farm).toEqual({ ...locked, bypassed: 1 });
      const open = step(locked, control(0x00)).farm;
      expect(open).toEqual({ ...INITIAL_FARM, bypassed: 1 });
      expect(step(open, numbered(0)).accepted).toBeDefined();
    }
    for (const inside of [1, FARM_WINDOW - 1, 256 - FARM_WINDOW])
      expect(step(INITIAL_FARM, numbered(inside)).farm.isLockedOut, `${inside}`).toBe(false);
  });

  it('takes the number that the ground sets', () => {
    const set = step({ ...INITIAL_FARM, isRetransmitting: true }, control(0x82, 0x00, 77)).farm;
    expect(set).toEqual({ ...INITIAL_FARM, expected: 77, bypassed: 1 });
    expect(step(set, numbered(77)).accepted).toBeDefined();
  });

  it('accepts bypass frames always, and counts them and control commands to three', () => {
    let farm: Farm = { ...INITIAL_FARM, isLockedOut: true };
    for (let count = 1; count <= 5; count += 1) {
      const { farm: next, accepted } = step(farm, readTcFrame(telecommandFrame('BD', [5], 200)));
      expect(accepted).toEqual(Uint8Array.of(5));
      expect(next).toEqual({ ...farm, bypassed: count % 4 });
      farm = next;
    }
    expect(step(farm, control(0x42))).toEqual({ farm });
  });

  it('makes the ground wait while there is no room, and send the frame again', () => {
    const full = step(INITIAL_FARM, numbered(0), false);
    expect(full).toEqual({ farm: { ...INITIAL_FARM, isWaiting: true, isRetransmitting: true } });
    const again = withRoom(full.farm);
    expect(again).toEqual({ ...INITIAL_FARM, isRetransmitting: true });
    expect(step(again, numbered(0))).toEqual({
      farm: { ...INITIAL_FARM, expected: 1 },
      accepted: Uint8Array.of(0),
    });
  });
});
