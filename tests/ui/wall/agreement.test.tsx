import { act } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import type { Anomaly } from '../../../src/shared/entities/entities.ts';
import { TELEMETRY_CHANNELS } from '../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../src/shared/kit/units.ts';
import { TabBadge } from '../../../src/ui/features/anomalies/TabBadge.tsx';
import { TelemetryCard } from '../../../src/ui/features/telemetry/TelemetryCard.tsx';
import { DutyCrewSign } from '../../../src/ui/mission/duty/DutyCrewSign.tsx';
import { edgeSecondAtom, missionSecondAtom, wallSecondAtom } from '../../../src/ui/mission/link/atoms.ts';
import { AnomalyPanel } from '../../../src/ui/wall/AnomalyPanel.tsx';
import { storyLevelAtom } from '../../../src/ui/wall/atoms.ts';
import { PlanPanel } from '../../../src/ui/wall/PlanPanel.tsx';
import { SCENE_MS, WALL_SCENES } from '../../../src/ui/wall/scenes.ts';
import { TelemetryTiles } from '../../../src/ui/wall/TelemetryTiles.tsx';
import { WallHeader } from '../../../src/ui/wall/WallHeader.tsx';
import { createRandom } from '../../../src/worker/kit/random.ts';
import type { Session } from '../../../src/worker/session/session.ts';
import { startMission, T0 } from '../../support/mission.ts';
import { renderWithOperations } from '../../support/operations.tsx';
import { showMission } from '../../support/render.tsx';

/** Missions that together show everything that is counted below; the duty crew has those with an odd seed. */
const SEEDS = [1, 2, 5];
const INSTANTS = 40;
/** Mission time between two readings: at this rate the scenes of a wall are read several times each. */
const [SHORTEST_MS, LONGEST_MS, RATE] = [1000, 3 * MS_PER_MIN, 60];

/** Renders everything that shows the anomalies' state: the wall, and the desk's badge and sign. */
function openDisplays(store = createStore()) {
  const { container } = renderWithOperations(
    <>
      <WallHeader />
      <AnomalyPanel />
      <PlanPanel />
      <div id="wall-tiles">
        <TelemetryTiles isLarge={false} />
      </div>
      <TabBadge />
      <DutyCrewSign onReport={() => {}} />
      <div id="desk-tiles">
        <TelemetryCard />
      </div>
    </>,
    {},
    store,
  );
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)];
  const text = (selector: string): string | undefined =>
    all(selector)[0]?.textContent?.replaceAll('\u00a0', ' ');
  const chapter = (title: string) => text(`[data-chapter="${title}"] dd`);
  return {
    store,
    read: () => ({
      word: text('header [data-quiet] > [data-status]'),
      level: all('header [data-quiet]')[0]?.dataset.level,
      what: text('header [data-quiet] > [data-status] + span'),
      basis: /predicted|in limits/.exec(text('header [data-quiet]') ?? '')?.[0],
      badge: all('[title] > [data-status]')[0]?.dataset.status,
      story: text('#wall-anomaly')?.replace(' anomaly', ''),
      storyLevel: store.get(storyLevelAtom),
      action: chapter('Action') ?? chapter('Duty crew'),
      recovery: chapter('Verification') ?? chapter('Recovery'),
      marked: all('[data-story="true"] h3').map(({ textContent }) => textContent),
      tiles: new Map(
        all('#wall-tiles [data-channel]').map((tile) => [
          text(`[data-channel="${tile.dataset.channel}"] h3`),
          tile.dataset.level,
        ]),
      ),
      words: TELEMETRY_CHANNELS.map((channel) =>
        ['#wall-tiles', '#desk-tiles'].map((place) =>
          text(`${place} [data-channel="${channel}"] [data-quiet]`),
        ),
      ),
      crew: [
        text('[aria-labelledby="wall-timeline"]'),
        text('[data-holder="duty crew"]'),
        chapter('Duty crew'),
      ].join(' | '),
    }),
  };
}

type Reading = ReturnType<ReturnType<typeof openDisplays>['read']>;

/** Describes contradictions between displays. */
function contradictions(read: Reading, mission: Session): readonly string[] {
  const { verifications, anomalies, spacecraft } = mission.snapshot();
  const asksForAction = anomalies.value.some(
    ({ id, retriedUntil, shelved }) =>
      !retriedUntil && !shelved && spacecraft.value?.faults.some(({ anomalyId }) => anomalyId === id),
  );
  const { word, level, what, story, storyLevel, badge, marked, tiles, words, recovery, basis } = read;
  const isQuiet = word === 'No anomalies';
  const found: string[] = [];
  const check = (isTrue: boolean, otherwise: string) =>
    isTrue || found.push(`${otherwise}: ${JSON.stringify({ ...read, tiles: [...tiles] })}`);

  check(
    isQuiet
      ? badge === undefined && what === undefined
      : badge === (asksForAction || word === 'Unknown' ? level : undefined),
    'the header and the badge differ',
  );
  if (isQuiet)
    check(
      !/Handles|Assesses/.test(read.crew),
      'the crew is at work on an anomaly that is none for the header',
    );

  for (const [wall, desk] of words)
    check(wall !== undefined && wall === desk, 'the tile of the wall and that of the desk differ');

  if (story !== undefined) {
    check(marked.length === 1 && marked[0] === story, 'the story is not of the marked tile');
    check(
      isQuiet ? storyLevel === 'normal' : storyLevel === level,
      'the story has another colour than the header',
    );
    check(isQuiet || story === what, 'the story is not of the anomaly in the header');
    check(
      (recovery === 'the fault has ended') === isQuiet,
      'the header and the story differ about the recovery',
    );
  }
  // The verified command is the one that answered this anomaly.
  const verdict = /^(?:not )?confirmed: (.*)$|^expected: (.*)$/.exec(recovery ?? '');
  if (verdict) {
    const seen = (verdict[1] ?? verdict[2] ?? '').replace(/ …$/, '');
    const answers = anomalies.value.filter(({ type }) => type === story).map(({ answer }) => answer);
    const isOwn = verifications.value.some(
      ({ commandId, observed, expected }) =>
        (observed ?? expected).startsWith(seen) && answers.includes(commandId),
    );
    check(isOwn, 'the recovery is that of another command');
  }
  if (word === 'Critical' || word === 'High') {
    // An array fault shows in the battery, and in the attitude if a displaced wing disturbs it.
    const shownBy = what === 'Solar' ? ['Battery', 'Attitude'] : [what];
    const isInLimits = shownBy.every((tile) => tiles.get(tile) === 'nominal');
    check(
      (basis !== undefined) === isInLimits,
      'the header does not say what a severity rests on that no reading shows, or says it of one that a reading shows',
    );
  }
  return found;
}

it('the header, the story, the tiles and the crew of the wall and the badge and the tiles of the desk agree at 120 instants of three missions', () => {
  const found: string[] = [];
  const seen = new Map<string, number>();
  const count = (what: string, isSo: boolean) => isSo && seen.set(what, (seen.get(what) ?? 0) + 1);
  for (const seed of SEEDS) {
    const random = createRandom(seed);
    const mission = startMission({ seed });
    if (seed % 2 === 1) mission.control.handOverConsole('duty crew');
    const { store, read } = openDisplays();
    let now: EpochMs = T0;
    for (let instant = 0; instant < INSTANTS; instant += 1) {
      now = addMs(now, SHORTEST_MS + Math.floor(random.next() * (LONGEST_MS - SHORTEST_MS)));
      mission.advanceTo(now);
      operate(mission, random);
      // Scenes that show anomalies, for several instants each.
      const wall = addMs(T0, Math.floor((now - T0) / RATE) % (WALL_SCENES.length * SCENE_MS));
      act(() => {
        showMission(store, mission);
        for (const atom of [missionSecondAtom, edgeSecondAtom]) store.set(atom, now);
        store.set(wallSecondAtom, wall);
      });
      const shown = read();
      found.push(...contradictions(shown, mission));
      count('story', shown.story !== undefined);
      count('quiet', shown.word === 'No anomalies');
      count('predicted', shown.basis === 'predicted');
      count('in limits', shown.basis === 'in limits');
      count('weak', shown.words.flat().includes('Low for this light'));
      count('recovery', /confirmed|expected/.test(shown.recovery ?? ''));
    }
  }
  expect(found).toEqual([]);
  for (const what of ['story', 'quiet', 'predicted', 'in limits', 'recovery', 'weak'])
    expect(seen.get(what), what).toBeGreaterThan(4);
});

/** Occasionally lets an operator act, sensibly or not. */
function operate(mission: Session, random: ReturnType<typeof createRandom>): void {
  const { control } = mission;
  const active = mission.snapshot().anomalies.value.filter(({ status }: Anomaly) => status === 'Active');
  const pick = random.next();
  const [first] = active;
  if (pick < 0.1 && first) control.resolveAnomaly(first.id);
  else if (pick < 0.2 && first) control.acknowledgeAnomaly(first.id);
  else if (pick < 0.35) {
    const answered = pick < 0.25 || !first?.suggestedAction ? undefined : first;
    const name = answered?.suggestedAction ?? 'Data Downlink';
    control.sendCommand({ name, ...(answered && { anomaly: answered.id }) });
  }
}
