import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../../src/shared/kit/units.ts';
import type { Criterion } from '../../../../../src/worker/ground/commanding/verification-criteria.ts';
import type { Seen } from '../../../../../src/worker/ground/commanding/verification-evaluation.ts';
import {
  describeExpectation,
  describeOutcome,
} from '../../../../../src/worker/ground/commanding/verification-text.ts';

const EXPECTED: readonly (readonly [text: string, Criterion])[] = [
  ['signal strength up by 3 points or more', { is: 'change', channel: 'signalStrength', by: 3 }],
  ['attitude deviation down by 0.2° or more', { is: 'change', channel: 'attitudeStability', by: -0.2 }],
  [
    'solar output down by no more than 60 W',
    { is: 'hold', channel: 'solarOutput', within: 60, worse: 'down' },
  ],
  ['bus temperature in limits', { is: 'in-limits', channel: 'temperature' }],
  ['battery resistance down by 0.03 Ω or more', { is: 'resistance', fromOhm: 0.12, byOhm: 0.03 }],
  ['bus temperature slope up by 0.25 °C/min or more', { is: 'slope', by: 0.25, from: 0 }],
  ['bus temperature slope down by 0.25 °C/min or more', { is: 'slope', by: -0.25, from: 0 }],
  ['antenna at 0.0°', { is: 'aligned' }],
  ['deployed share at 100 %', { is: 'deployed' }],
  ['mode SAFE', { is: 'mode', mode: 'SAFE' }],
  ['load down by 30 W or more', { is: 'lighter', fromW: 225, byW: 30 }],
  ['link acquired', { is: 'linked' }],
  ['heater off', { is: 'heater-off' }],
  ['0.1 MB or more downlinked', { is: 'downlinked', fromMb: 1000, byMb: 0.1 }],
];

const SEEN: readonly (readonly [text: string, Seen])[] = [
  ['no reading of bus temperature', { is: 'no-reading', channel: 'temperature' }],
  ['no change in signal strength', { is: 'no-change', channel: 'signalStrength' }],
  ['signal strength −3.2 points', { is: 'change', channel: 'signalStrength', by: -3.2 }],
  ['battery voltage +0.21 V', { is: 'change', channel: 'batteryVoltage', by: 0.21 }],
  ['solar output +84 W before sunset', { is: 'change', channel: 'solarOutput', by: 84, sun: 'set since' }],
  ['solar output, with the Sun set, −600 W', { is: 'change', channel: 'solarOutput', by: -600, sun: 'set' }],
  [
    'bus temperature 15.0 °C, in limits',
    { is: 'reading', channel: 'temperature', value: 15, isInLimits: true },
  ],
  [
    'bus temperature 65.0 °C, out of limits',
    { is: 'reading', channel: 'temperature', value: 65, isInLimits: false },
  ],
  ['battery resistance from 0.12 to 0.08 Ω', { is: 'resistance', fromOhm: 0.12, toOhm: 0.08 }],
  ['battery resistance not measurable', { is: 'resistance', fromOhm: 0.12, toOhm: undefined }],
  ['bus temperature slope from +0.60 to −0.12 °C/min', { is: 'slope', from: 0.6, to: -0.12 }],
  [
    'bus temperature slope, with the Sun set, from +0.60 to +0.12 °C/min',
    { is: 'slope', from: 0.6, to: 0.12, sun: 'set' },
  ],
  [
    'bus temperature slope, with the Sun risen, from +0.00 to +0.30 °C/min',
    { is: 'slope', from: 0, to: 0.3, sun: 'risen' },
  ],
  ['too few readings of bus temperature', { is: 'slope', from: 0, to: undefined }],
  ['antenna at 0.1°', { is: 'antenna', misalignment: degrees(0.1), isAligned: true }],
  ['antenna still 8.0° off', { is: 'antenna', misalignment: degrees(8), isAligned: false }],
  ['deployed share at 99 %', { is: 'deployed', share: 0.994 }],
  ['deployed share at 100 %', { is: 'deployed', share: 0.995 }],
  ['mode NOMINAL', { is: 'mode', mode: 'NOMINAL' }],
  ['load −130 W', { is: 'load', byW: -130 }],
  ['load +20 W', { is: 'load', byW: 20 }],
  ['no change in load', { is: 'load', byW: 0 }],
  ['no link', { is: 'link', link: 'none', antenna: 'low', marginDb: 5.2 }],
  ['link over the relay, 17.2 dB margin', { is: 'link', link: 'relay', antenna: 'high', marginDb: 17.2 }],
  [
    'low-gain link over the ground station, 9.0 dB margin',
    { is: 'link', link: 'station', antenna: 'low', marginDb: 9 },
  ],
  ['heater off', { is: 'heater', isOn: false }],
  ['heater still on', { is: 'heater', isOn: true }],
  ['0.1 MB downlinked', { is: 'downlinked', mb: 0.06 }],
  ['no data downlinked', { is: 'downlinked', mb: 0.04 }],
];

describe('the text of a verification', () => {
  it.each(EXPECTED)('say what is expected: %s', (text, criterion) => {
    expect(describeExpectation({ all: [criterion], withinMs: 0 }, 75_000)).toBe(`${text} within 75 s`);
  });

  it.each(SEEN)('say what is seen: %s', (text, seen) => {
    const outcome = { verdict: 'confirmed', seen: [seen], afterMs: 20_000 } as const;
    expect(describeOutcome(outcome)).toBe(`${text} within 20 s`);
  });

  const BOTH = [
    { is: 'mode', mode: 'SAFE' },
    { is: 'load', byW: -130 },
  ] as const;
  const FAILED = { verdict: 'not confirmed', seen: BOTH, afterMs: 33_000 } as const;

  it('name all criteria, the longest wait, and what prevents the effect', () => {
    const all = [{ is: 'aligned' }, { is: 'linked' }] as const;
    expect(describeExpectation({ all, withinMs: 0, note: 'in eclipse' }, 120_000)).toBe(
      'antenna at 0.0°; link acquired within 2 min; in eclipse',
    );
  });

  it.each([
    ['mode SAFE; load −130 W within 33 s', { ...FAILED, verdict: 'confirmed' }],
    ['mode SAFE; load −130 W after 33 s', FAILED],
    ['mode SAFE; load −130 W, but only after 33 s', { ...FAILED, but: 'late' }],
    ['mode SAFE; load −130 W, but not carried out after 33 s', { ...FAILED, but: 'not carried out' }],
    ['nothing was received after 33 s', { ...FAILED, seen: [] }],
  ] as const)('say how it ended: %s', (text, outcome) => {
    expect(describeOutcome(outcome)).toBe(text);
  });
});
