import { describe, expect, it } from 'vitest';
import type { MissionProfile } from '../../../../../src/shared/entities/mission-profile.ts';

import {
  addMs,
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
} from '../../../../../src/shared/kit/units.ts';
import { openSession, type Session } from '../../../../../src/worker/session/session.ts';
import { T0 } from '../../../../support/mission.ts';

const open = (now: EpochMs, seed: number, profile: MissionProfile = 'none'): Session =>
  openSession({ clock: { now: () => now }, seed, profile });
const downloadedMb = (mission: Session): number => mission.snapshot().performance.value.dataDownloaded;

/** Starts of visits at various hours, over a week. */
const STARTS = Array.from({ length: 3 }, (_, index) => addMs(T0, index * (2 * MS_PER_DAY + 7.3 * MS_PER_H)));

/**
 * Megabytes that a later visit may show less: passes are simulated in steps of a minute before a visit, of 5 s in it.
 */
const TOLERANCE_MB = 20;

/** Advances to an instant in steps without jumps. */
function liveTo(mission: Session, end: EpochMs): void {
  const { time } = mission.snapshot().clock.value;
  for (let next = addMs(time, 5 * MS_PER_MIN); next < end; next = addMs(next, 5 * MS_PER_MIN))
    mission.advanceTo(next);
  mission.advanceTo(end);
}

const VISITS_MS = [8 * MS_PER_MIN, 4 * MS_PER_H];

describe('the data downloaded', () => {
  it.each(STARTS)('is no less on a later visit than at the end of one that began at %i', (start) => {
    const mission = open(start, 1);
    for (const lengthMs of VISITS_MS) {
      const end = addMs(start, lengthMs);
      liveTo(mission, end);
      const shownMb = downloadedMb(mission);
      for (const [index, gapMs] of [0, 3 * MS_PER_H].entries()) {
        const later = downloadedMb(open(addMs(end, gapMs), 2 + index));
        expect(later).toBeGreaterThanOrEqual(shownMb - TOLERANCE_MB);
        expect(later).toBeLessThan(shownMb + 1500);
      }
    }
  });

  it('is the same for all that begin at one instant, but for the noise of the signal', () => {
    const figures = [1, 2, 3].map((seed) => downloadedMb(open(T0, seed)));
    expect(Math.max(...figures) - Math.min(...figures)).toBeLessThan(TOLERANCE_MB);
  });

  it('falls by less than the recorder content if the crew has downlinked more than the passes would', () => {
    for (const start of STARTS.slice(0, 1)) {
      const mission = open(start, 5, 'specified');
      mission.control.handOverConsole('duty crew');
      const heldMb = mission.snapshot().spacecraft.value?.data.storedMb ?? 0;
      for (let minute = 5; minute <= 4 * 60; minute += 5)
        mission.advanceTo(addMs(start, minute * MS_PER_MIN));
      const shownMb = downloadedMb(mission);
      expect(downloadedMb(open(addMs(start, 4 * MS_PER_H), 2))).toBeGreaterThan(shownMb - heldMb / 4);
    }
  });

  it('is that of a week if the clock is before the launch', () => {
    const early = downloadedMb(open(Date.UTC(2020, 0, 1) as EpochMs, 1));
    expect(early).toBeGreaterThan(10_000);
    expect(early).toBeLessThan(14_000);
  });
});
