import { describe, it } from 'vitest';
import {
  readRecording,
  type SavedRecording,
  writeRecording,
} from '../../../src/shared/contract/recording.ts';
import { replayCostMs } from '../../../src/shared/contract/replay-cost.ts';
import { ORBITAL_ELEMENTS } from '../../../src/shared/entities/satellites.ts';
import { MS_PER_H, MS_PER_MIN } from '../../../src/shared/kit/units.ts';
import { readOmm } from '../../../src/shared/orbit/elements.ts';
import type { Random } from '../../../src/worker/kit/random.ts';
import { describeReplay, replay } from '../../../src/worker/session/branches/replay.ts';
import { fuzz, insist, insistOnFinite, insistOnRange, insistOnWords } from '../../support/fuzz.ts';
import { mutateJson, mutateText } from '../../support/fuzz-mutations.ts';
import { later, startMission } from '../../support/mission.ts';
import { ownPlace, ownStation } from '../../support/places.ts';
import { recordingOf, savedText, simulateInputs } from '../../support/recording.ts';
import { syntheticElements } from '../../support/synthetic-fleet.ts';

/** Simulates two minutes with an orbit of the ISS. */
function liveBriefly() {
  const session = startMission();
  session.apply({ kind: 'iss-orbit', elements: { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 12 } });
  session.control.queueCommand({ name: 'Thermal Control', scheduledTime: '2026-11-20T12:01' });
  session.advanceTo(later(2 * MS_PER_MIN));
  return session;
}

const PLACES = { observer: ownPlace('Berlin'), stations: [ownStation('Dish'), ownStation('Mast')] };
const SATELLITES = {
  satellites: [1, 2, 3].map((number) => ({
    elements: syntheticElements(number),
    isShown: number > 1,
    groups: ['Weather', 'Mine'].slice(number - 1),
    isFromCelestrak: number === 2,
  })),
  colours: new Map([['Mine', 1]]),
};
const FILES = [
  ...[simulateInputs, liveBriefly].map((live) => savedText(live())),
  writeRecording({ ...recordingOf(liveBriefly()), places: PLACES }),
  writeRecording({ ...recordingOf(liveBriefly()), satellites: SATELLITES }),
];

/** Mutates a recording. Most changed characters fail at the JSON, so three of four changes are to a line's members. */
function mutateFile(file: string, random: Random): string {
  if (random.next() < 0.25) return mutateText(file, random);
  const lines = file.split('\n');
  const at = Math.floor(random.next() * lines.length);
  const line = lines[at] ?? '';
  if (random.next() < 0.1) return lines.toSpliced(at, 1).join('\n');
  if (random.next() < 0.1) return lines.toSpliced(at, 0, line).join('\n');
  try {
    return lines.with(at, JSON.stringify(mutateJson(JSON.parse(line), random))).join('\n');
  } catch {
    return lines.with(at, mutateText(line, random)).join('\n');
  }
}

function checkRecording(recording: SavedRecording): void {
  insistOnFinite(recording);
  const { header, entries, marks, time, build } = recording;
  insist(Number.isSafeInteger(header.seed) && build.length <= 100, 'The header is none.');
  insist(
    new Set(entries.map(({ time, origin, sequence }) => `${time} ${origin} ${sequence}`)).size ===
      entries.length &&
      Array.from(
        { length: Math.max(0, ...entries.map(({ sequence }) => sequence)) },
        (_, index) => index + 1,
      ).every((sequence) => entries.some((entry) => entry.sequence === sequence)),
    'A sequence number is missing or comes twice.',
  );
  for (const instant of [header.startTime, time, ...[...entries, ...marks].map((line) => line.time)]) {
    insistOnRange(instant, 0, Date.UTC(2200, 0, 1), 'A time');
  }
  const { satellites: added = [] } = recording.satellites ?? {};
  insist(
    new Set(added.map(({ elements }) => elements.NORAD_CAT_ID)).size === added.length &&
      added.every(({ elements }) => readOmm(elements).ok),
    'A satellite has no elements, or comes twice.',
  );
  const again = readRecording(writeRecording(recording));
  insist(
    again.ok && JSON.stringify(again.value) === JSON.stringify(recording),
    'It is not read as it was written.',
  );
}

describe('a mutated recording', () => {
  it('is read, or refused in words', () =>
    fuzz({
      runs: 800,
      corpus: FILES,
      mutate: mutateFile,
      check(file) {
        const read = readRecording(file);
        if (read.ok) checkRecording(read.value);
        else insistOnWords(read.message);
      },
    }));

  it('that is read can be lived through', () =>
    fuzz({
      runs: 100,
      isSlow: true,
      corpus: FILES,
      mutate: mutateFile,
      check(file) {
        const read = readRecording(file);
        if (!read.ok || replayCostMs(read.value) > MS_PER_H) return;
        const lived = replay(read.value);
        insist(lived.mission.time() === read.value.time, 'It does not reach its end.');
        insistOnWords(describeReplay(lived));
      },
    }));

  it('that has not been changed is lived through with equal hashes', () => {
    const lived = replay(recordingOf(liveBriefly()));
    insist(lived.differsAt === undefined && lived.equalCount === 2, describeReplay(lived));
  });
});
