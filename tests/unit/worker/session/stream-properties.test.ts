import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type MissionUpdate,
  SLICE_NAMES,
  type Snapshot,
} from '../../../../src/shared/contract/mission-control.ts';
import { applyUpdate } from '../../../../src/ui/mission/link/apply-update.ts';
import type { Session } from '../../../../src/worker/session/session.ts';
import { expectEqual } from '../../../support/equal.ts';
import { logSession } from '../../../support/logged-session.ts';
import { asListener, GROUNDED, later, shown, shownOf, startMission, T0 } from '../../../support/mission.ts';
import {
  applyToModel,
  inputOf,
  modelOf,
  observeAnomalies,
  observeTexts,
} from '../../../support/mission-model.ts';
import { actionArb } from '../../../support/mission-model-arbitraries.ts';

/** Opens the other end of a channel: every update is a copy, and the state is assembled from them alone. */
function openPage() {
  let slices: Snapshot | undefined;
  return {
    take(update: MissionUpdate) {
      slices = applyUpdate(slices, structuredClone(update));
    },
    slices: (): Snapshot => slices ?? expect.fail('Nothing was delivered.'),
  };
}

/** Opens a page that answers when the test decides, or fails on the update. */
function openSlowPage(mission: Session) {
  const page = openPage();
  const pending: { readonly update: MissionUpdate; answer(): void; fail(): void }[] = [];
  const listener = asListener(
    (update) =>
      new Promise<void>((resolve, reject) => {
        pending.push({ update, answer: resolve, fail: () => reject(new Error('The page is not well.')) });
      }),
  );
  mission.control.subscribe(listener);
  return {
    page,
    async answer(isWell: boolean) {
      const [next] = pending.splice(0, 1);
      if (!next) return false;
      if (isWell) page.take(next.update);
      if (isWell) next.answer();
      else next.fail();
      await new Promise<void>((resolve) => setImmediate(resolve));
      return true;
    },
  };
}

/** Checks that list entries unchanged in the mission keep their identity on the page. */
function expectSameEntries(before: Record<'mission' | 'page', Snapshot>, after: typeof before): void {
  for (const name of SLICE_NAMES) {
    const earlier: unknown = before.mission[name].value;
    const next: unknown = after.mission[name].value;
    if (!Array.isArray(earlier) || !Array.isArray(next)) continue;
    const [shownBefore, shownAfter] = [before.page[name].value, after.page[name].value] as unknown[][];
    for (const [index, entry] of next.entries()) {
      const place = earlier.indexOf(entry);
      if (place >= 0 && shownAfter?.[index] !== shownBefore?.[place])
        expect.fail(`Entry ${index} of ${name} is another one, and did not change.`);
    }
  }
}

/** An event, and whether and how the slow page answers after it. */
const momentArb = fc.record({
  action: actionArb,
  answer: fc.constantFrom('no', 'no', 'yes', 'badly'),
});

it('a page has the state of the mission for any sequence of events and acknowledgements', async () => {
  const ignore = () => undefined;
  process.on('unhandledRejection', ignore);
  await fc.assert(
    fc.asyncProperty(
      fc.array(momentArb, { minLength: 1, maxLength: 40, size: 'max' }),
      fc.nat(),
      fc.nat({ max: 40 }),
      async (moments, seed, crashAfter) => {
        let time = T0;
        let mission = startMission({ seed, propagators: GROUNDED });
        let quick = openPage();
        mission.control.subscribe(asListener(quick.take));
        let log = logSession(mission, () => time);
        let slow = openSlowPage(mission);
        let model = modelOf(shown(mission));
        for (const [index, { action, answer }] of moments.entries()) {
          const before = { mission: mission.snapshot(), page: quick.slices() };
          if (action.kind === 'wait') {
            const since = time;
            time = later(action.ms, time);
            mission.advanceTo(time);
            model = observeAnomalies(model, shown(mission).anomalies, since, time);
          } else {
            const { operation } = action;
            const input = inputOf(model, operation, time);
            const outcome = mission.control[operation.name](input as never);
            const { anomalies } = shown(mission);
            model = observeTexts(applyToModel(model, operation, input, time, outcome).model, anomalies);
          }
          expectEqual(quick.slices(), mission.snapshot());
          expectSameEntries(before, { mission: mission.snapshot(), page: quick.slices() });
          if (answer !== 'no') await slow.answer(answer === 'yes');
          if (index === crashAfter) {
            const shownThen = quick.slices();
            log.advance();
            mission = startMission({ propagators: GROUNDED, resume: log.resume(shownOf(mission)) });
            log = logSession(mission, () => time);
            mission.control.subscribe(asListener(quick.take));
            const late = openPage();
            mission.control.subscribe(asListener(late.take));
            expect(quick.slices().commands.value).toEqual(shownThen.commands.value);
            expectEqual(late.slices(), quick.slices());
            quick = late;
            slow = openSlowPage(mission);
          }
        }
        // The last answer is a good one to the whole state, or to the changes since the one before it.
        while (await slow.answer(true));
        mission.advanceTo(later(1000, time));
        while (await slow.answer(true));
        expectEqual(slow.page.slices(), mission.snapshot());
      },
    ),
    { seed: 20_261_121, numRuns: Number(process.env.STREAM_RUNS ?? 60) },
  );
  process.off('unhandledRejection', ignore);
});
