import { serialize } from 'node:v8';
import { addMs, epochMs, MS_PER_H } from '../src/shared/kit/units.ts';
import { createMission } from '../src/worker/mission/mission.ts';
import type { Comparison } from './measure.ts';
import { timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const HOURS = 24;
const HEADER = { seed: 1, startTime: T0 };

/** Simulates an unattended mission, whose anomaly list is full within hours, with a keyframe per hour. */
function live(hours: number) {
  const mission = createMission(HEADER);
  const keyframes = Array.from({ length: hours }, (_, hour) => {
    mission.advanceTo(addMs(T0, (hour + 1) * MS_PER_H));
    return structuredClone(mission.keyframe());
  });
  return { keyframes, journal: mission.journal() };
}

/** Measures the largest keyframe of some hours unattended. */
export const measureKeyframe = (hours: number): Comparison => largestOf(live(hours));

function largestOf({ keyframes }: Pick<ReturnType<typeof live>, 'keyframes'>): Comparison {
  const bytes = keyframes.map(({ log: _, ...keyframe }) => serialize(keyframe).length);
  return {
    id: 'keyframe',
    name: `Largest keyframe of ${keyframes.length} h unattended, without the log, which the page has`,
    unit: 'bytes',
    measured: [Math.max(...bytes)],
    floor: [serialize(keyframes.map(({ log }) => log).at(-1)).length],
    against: 'its log',
  };
}

/** Measures the largest keyframe and the restoration of each. */
export function measureKeyframes(): readonly Comparison[] {
  const day = live(HOURS);
  const { keyframes, journal } = day;
  const restored = keyframes.map((keyframe) => timed(() => createMission({ ...HEADER, journal, keyframe })));
  const begun = Array.from({ length: 9 }, () => timed(() => createMission(HEADER)));
  return [
    largestOf(day),
    {
      id: 'restore',
      name: 'Restoration of a keyframe',
      unit: 'ms',
      measured: restored,
      floor: begun,
      against: 'a new mission, with the day before it',
    },
  ];
}
