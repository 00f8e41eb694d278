import { describe, expect, it } from 'vitest';
import { LOW_GAIN_UPLINK_MS } from '../../../../../src/shared/entities/spacecraft.ts';
import {
  arrivedBy,
  followLink,
  shiftUplink,
  type Uplink,
  uplinkVerifications,
} from '../../../../../src/worker/ground/commanding/uplink.ts';
import { later, T0 } from '../../../../support/mission.ts';

const TWO: Uplink = [
  { commandId: 'cmd-1', name: 'Thermal Control' },
  { commandId: 'cmd-2', name: 'Rotate Antenna' },
];
const LOW = { antenna: 'low', time: T0, contactTime: undefined } as const;
const NONE = { antenna: 'none', time: T0, contactTime: later(600_000) } as const;

const arrivals = (uplink: Uplink) => uplink.map(({ arrivalTime }) => arrivalTime);

describe('commands in transit', () => {
  it('are sent one after the other over low gain, 40 s each', () => {
    expect(LOW_GAIN_UPLINK_MS).toBe(40_000);
    const sent = followLink(TWO, LOW);
    expect(arrivals(sent)).toEqual([later(40_000), later(80_000)]);
    const third = followLink([...sent, { commandId: 'cmd-3', name: 'Calibrate Sensors' }], {
      ...LOW,
      time: later(30_000),
    });
    expect(arrivals(third)).toEqual([later(40_000), later(80_000), later(120_000)]);
  });

  it('wait without a link for the next contact', () => {
    const waiting = followLink(TWO, NONE);
    expect(waiting.map(({ contactTime }) => contactTime)).toEqual([later(600_000), later(600_000)]);
    expect(arrivals(waiting)).toEqual([undefined, undefined]);
    expect(arrivals(followLink(waiting, { ...LOW, time: later(600_000) }))).toEqual([
      later(640_000),
      later(680_000),
    ]);
  });

  it('are resent when the link is lost while they are in transit', () => {
    expect(followLink(followLink(TWO, LOW), NONE)).toEqual(followLink(TWO, NONE));
  });

  it('keep the identity of the list while nothing changes', () => {
    const sent = followLink(TWO, LOW);
    expect(followLink(sent, { ...LOW, time: later(5000) })).toBe(sent);
    const waiting = followLink(TWO, NONE);
    expect(followLink(waiting, { ...NONE, time: later(5000) })).toBe(waiting);
  });

  it('arrive in order: over low gain when they are due, over high gain immediately', () => {
    const sent = followLink(TWO, LOW);
    expect(arrivedBy(sent, 'low', later(39_999))).toEqual([]);
    expect(arrivedBy(sent, 'low', later(41_000))).toEqual([{ command: sent[0], time: later(40_000) }]);
    expect(arrivedBy(sent, 'high', later(10_000)).map(({ time }) => time)).toEqual([
      later(10_000),
      later(10_000),
    ]);
    expect(arrivedBy(TWO, 'none', later(10_000))).toEqual([]);
  });

  it('show on their rows whether they wait or are sent', () => {
    expect(followLink(TWO, LOW).map(uplinkVerifications)[0]).toMatchObject({
      verdict: 'sent',
      until: later(40_000),
    });
    expect(followLink(TWO, NONE).map(uplinkVerifications)[0]).toMatchObject({
      verdict: 'waiting',
      until: later(600_000),
    });
    expect(TWO.map(uplinkVerifications)[0]).not.toHaveProperty('until');
  });

  it('keep their time left when the clock moves back', () => {
    expect(arrivals(shiftUplink(followLink(TWO, LOW), -30_000))).toEqual([later(10_000), later(50_000)]);
    expect(shiftUplink(followLink(TWO, NONE), -30_000)).toEqual(TWO);
  });
});
