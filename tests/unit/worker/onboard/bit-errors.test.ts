import { describe, expect, it } from 'vitest';
import { readRecording, writeRecording } from '../../../../src/shared/contract/recording.ts';
import { toHex } from '../../../../src/shared/kit/octets.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { encodeTelecommand, telecommandNamed } from '../../../../src/shared/packets/telecommand.ts';
import { decodeTelemetry } from '../../../../src/shared/packets/telemetry.ts';
import { createRandom } from '../../../../src/worker/kit/random.ts';
import { createMission, type Mission } from '../../../../src/worker/mission/mission.ts';
import { withBitErrors } from '../../../../src/worker/onboard/bit-errors.ts';
import { OVER_AT_ONCE, T0 } from '../../../support/mission.ts';
import { advanceWith } from '../../../support/packets.ts';

/** Returns the number of bits that differ. */
const differences = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, octet, at) => {
    let bits = octet ^ (other[at] as number);
    let count = 0;
    for (; bits > 0; bits >>>= 1) count += bits & 1;
    return sum + count;
  }, 0);

describe('bit errors', () => {
  const packet = Uint8Array.from({ length: 106 }, (_, at) => at);

  it('spare the primary header, and are as many as their rate says', () => {
    const random = createRandom(7);
    let wrong = 0;
    let last = 0;
    for (let count = 0; count < 5000; count++) {
      const received = withBitErrors(packet, 0.01, random);
      expect(received.slice(0, 6)).toEqual(packet.slice(0, 6));
      wrong += differences(packet, received);
      last += differences(packet.slice(-1), received.slice(-1));
    }
    // 800 bits of each packet, and 8 of its last octet: four standard deviations.
    expect(Math.abs(wrong - 40_000)).toBeLessThan(800);
    expect(Math.abs(last - 400)).toBeLessThan(80);
  });

  it('of the rate 0 are none', () => expect(withBitErrors(packet, 0, createRandom(1))).toBe(packet));
});

/** Begins a mission on the wire over a link with bit errors, and collects what comes down. */
function startNoisy(bitErrorRate: number) {
  const mission = createMission({ seed: 1, startTime: T0, profile: 'none', planFault: OVER_AT_ONCE });
  const packets: Uint8Array[] = [...mission.apply({ kind: 'packets' }).packets];
  expect(mission.apply({ kind: 'link', bitErrorRate }).outcome).toMatchObject({ ok: true });
  return { mission, packets };
}
function advance(mission: Mission, packets: Uint8Array[], seconds: number): void {
  advanceWith(mission, epochMs(mission.time() + 1000 * seconds), (news) => packets.push(...news));
}
const send = (mission: Mission, name: string, count: number) =>
  mission.apply({ kind: 'telecommand', bytes: toHex(encodeTelecommand(telecommandNamed(name), {}, count)) });
const linkOf = (mission: Mission) => mission.facts().onboard?.link;

describe('a link with bit errors', () => {
  it('damages telemetry, which the CRC shows, and the same bits however time is divided', () => {
    const fly = (stepS: number): readonly string[] => {
      const { mission, packets } = startNoisy(0.001);
      for (let at = 0; at < 600; at += stepS) advance(mission, packets, stepS);
      return packets.map(toHex);
    };
    const packets = fly(600);
    const damaged = packets.filter((packet) => !decodeTelemetry(Uint8Array.from(Buffer.from(packet, 'hex'))));
    // Of 304 to 528 bits after the header, one in a thousand: about a third of the packets.
    expect(damaged.length).toBeGreaterThan(packets.length / 5);
    expect(damaged.length).toBeLessThan(packets.length / 2);
    expect(fly(3)).toEqual(packets);
  });

  it('damages telecommands: they are counted and do nothing, and the others act', () => {
    const { mission, packets } = startNoisy(0.005);
    for (let count = 0; count < 200; count++) send(mission, 'PING', count);
    const { accepted, refused, discarded } = mission.facts().onboard?.counters ?? {};
    expect([accepted, refused, discarded].map((count) => (count ?? 0) > 0)).toEqual([true, false, true]);
    expect((accepted ?? 0) + (discarded ?? 0)).toBe(200);
    expect(packets.length).toBeGreaterThan(0);
  });

  it('is repeated by a recording, and is as before once the errors are off', () => {
    const { mission, packets } = startNoisy(0.001);
    advance(mission, packets, 60);
    mission.apply({ kind: 'link', profile: 'network' });
    expect(linkOf(mission)).toEqual({ profile: 'network', lostTelecommands: 0, bitErrorRate: 0.001 });
    mission.apply({ kind: 'link', bitErrorRate: 0 });
    expect(linkOf(mission)).toEqual({ profile: 'network', lostTelecommands: 0 });
    const recording = readRecording(
      writeRecording({
        build: 'test',
        header: mission.header,
        entries: mission.journal(),
        marks: [],
        time: mission.time(),
      }),
    );
    if (!recording.ok) throw new Error(recording.message);
    const repeated = createMission({
      ...recording.value.header,
      journal: recording.value.entries,
      planFault: OVER_AT_ONCE,
    });
    repeated.advanceTo(recording.value.time);
    expect(repeated.hash()).toBe(mission.hash());
  });

  it.each([-0.001, 0.02, Number.NaN])('cannot have the rate %d', (bitErrorRate) => {
    const { mission } = startNoisy(0);
    expect(mission.apply({ kind: 'link', bitErrorRate }).outcome).toEqual({
      ok: false,
      message: 'A bit error rate is 0 to 0.01.',
    });
  });
});
