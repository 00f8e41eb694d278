import { describe, expect, it } from 'vitest';
import type { SafeModeAdvice } from '../../../../src/shared/entities/advice.ts';
import { addMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { downlinkText, safeModeText } from '../../../../src/ui/features/synoptic/advice-text.ts';
import { NOW } from './spacecraft.ts';

const COST = 'The payload is off, and attitude is coarse, mostly above 1.5°.';

describe('what is said of safe mode', () => {
  it.each<[string, Omit<SafeModeAdvice, 'command'>]>([
    ['Attitude Adjustment ends it now.', {}],
    [
      'Attitude Adjustment ends it, once Enter Safe Mode is complete at 15:15:07 UTC.',
      { waitsFor: 'recovery', until: addMs(NOW, 3 * MS_PER_MIN) },
    ],
    ['Attitude Adjustment ends it at 15:13:07 UTC.', { waitsFor: 'exit', until: addMs(NOW, MS_PER_MIN) }],
    ['Attitude Adjustment, on its way, ends it.', { waitsFor: 'exit' }],
    [
      'Attitude Adjustment ends it, once the Signal fault has ended, which it could worsen.',
      { waitsFor: 'fault', fault: 'Signal' },
    ],
    ['Attitude Adjustment ends it, once the charge is above 55 %.', { waitsFor: 'charge' }],
    ['Attitude Adjustment ends it, once the bus is at 22 V or more.', { waitsFor: 'voltage' }],
    ['Attitude Adjustment ends it, once there is a link.', { waitsFor: 'link' }],
  ])('is what it costs, what ends it and when: %s', (exit, advice) => {
    expect(safeModeText({ command: 'Attitude Adjustment', ...advice })).toBe(`${COST} ${exit}`);
  });
});

describe('the offer of a downlink', () => {
  const offer = {
    command: 'Data Downlink',
    station: 'Madrid',
    from: addMs(NOW, -MS_PER_MIN),
    until: addMs(NOW, 6 * MS_PER_MIN),
    expectedMb: 80,
  } as const;

  it('says what it brings until LOS', () => {
    expect(downlinkText(offer, NOW)).toBe('Data Downlink brings 80 MB more until LOS Madrid, 15:18:07 UTC.');
  });

  it('says which pass it is for, before AOS', () => {
    expect(downlinkText({ ...offer, from: addMs(NOW, MS_PER_MIN) }, NOW)).toBe(
      'Data Downlink brings 80 MB more in the pass over Madrid, 15:13:07 to 15:18:07 UTC.',
    );
  });
  it('says which limit of the signal it may cost', () => {
    expect(downlinkText({ ...offer, signalLimit: 40 }, NOW)).toBe(
      'Data Downlink brings 80 MB more until LOS Madrid, 15:18:07 UTC; signal may fall below 40 %.',
    );
  });
});
