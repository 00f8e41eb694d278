import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MissionUpdate } from '../../../../../src/shared/contract/mission-control.ts';
import { readRecording, writeRecording } from '../../../../../src/shared/contract/recording.ts';
import type { Rate } from '../../../../../src/shared/contract/transport.ts';
import { MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { replay } from '../../../../../src/worker/session/branches/replay.ts';
import { asListener, GROUNDED, startMission } from '../../../../support/mission.ts';
import { during, type Machine, openRoomNetwork } from '../../../../support/room-network.ts';

/** Random hours of three machines in a room; `CONSOLE_RUNS` makes the run long. */
const RUNS = Number(process.env.CONSOLE_RUNS ?? 6);
const ACTS = 40;
const MACHINES = 3;

type Act =
  | { readonly act: 'pass'; readonly ms: number }
  | { readonly act: 'add' | 'cancel' | 'cut' | 'mend' | 'utc' | 'join'; readonly who: number }
  | { readonly act: 'rate'; readonly who: number; readonly rate: Rate }
  | { readonly act: 'delay'; readonly who: number; readonly ms: number }
  | { readonly act: 'server' };

const who = fc.integer({ min: 0, max: MACHINES - 1 });
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('pass'), ms: fc.integer({ min: 1, max: 20_000 }) }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom('add', 'cancel'), who }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('cut', 'mend'), who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('utc', 'join'), who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('server') }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('rate'), who, rate: fc.constantFrom<Rate>(0, 1, 2, 10) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('delay'), who, ms: fc.integer({ min: 1, max: 3000 }) }),
  },
) as fc.Arbitrary<Act>;

const TIMES = { startTime: '2026-11-20T13:00', endTime: '2026-11-20T14:00' };
const OPTIONS = { propagators: GROUNDED } as const;

/** Replays the end of a machine's recording from a file. */
function replayed({ session }: Machine) {
  const { header, entries, marks } = session.record();
  const recording = { build: 'one', header, entries, marks, time: session.mission.time() };
  const read = readRecording(writeRecording(recording));
  if (!read.ok) throw new Error(read.message);
  const { mission, differsAt } = replay(read.value, OPTIONS);
  expect(differsAt).toBeUndefined();
  return mission.hash();
}

async function live(sequence: readonly Act[]): Promise<void> {
  const network = openRoomNetwork();
  const begun = startMission({ clock: { now: network.now }, profile: 'none', ...OPTIONS });
  const address = await network.share(begun);
  let machines: readonly Machine[] = [];
  const told: string[] = [];
  const enter = async () => {
    const machine = await network.enter(address, OPTIONS);
    machines = [...machines, machine];
    const note = ({ notices }: MissionUpdate) => void told.push(...notices.map(({ text }) => text));
    machine.session.control.subscribe(asListener(note));
  };
  for (let count = 0; count < MACHINES; count++) await enter();
  const added: { readonly title: string; isDone: boolean }[] = [];
  let isUp = true;
  let hasReturned = false;
  for (const act of sequence) {
    if (act.act === 'pass') await network.pass(act.ms);
    else if (act.act === 'server') {
      isUp = !isUp;
      if (isUp) network.startServer();
      else network.stopServer();
    } else {
      const machine = machines[act.who] as Machine;
      const { ordered } = machine.session;
      if (act.act === 'delay') machine.delayMs = () => act.ms;
      else if (act.act === 'cut' || act.act === 'mend') machine.setOnline(act.act === 'mend');
      else if (act.act === 'join') {
        if (isUp && machines.length < 5) await enter();
      } else if (act.act === 'rate') void ordered.setRate(act.rate);
      else if (act.act === 'utc') {
        void ordered.returnToUtc();
        hasReturned = true;
      } else if (act.act === 'add') {
        const event = { title: `Event ${added.length + 1}`, isDone: false };
        added.push(event);
        void ordered.addEvent({ title: event.title, ...TIMES }).then(({ ok }) => {
          event.isDone = ok;
        });
      } else {
        const event = machine.session
          .snapshot()
          .timeline.value.find(({ title, status }) => title.startsWith('Event') && status === 'Scheduled');
        if (event) void ordered.cancelEvent(event.id);
      }
    }
  }
  if (!isUp) network.startServer();
  for (const machine of machines) {
    machine.setOnline(true);
    machine.delayMs = () => 1;
  }
  await network.pass(2 * MS_PER_MIN);
  const [first] = machines as [Machine, ...Machine[]];
  expect(await during(network, first.session.ordered.setRate(0))).toMatchObject({ ok: true });
  await network.pass(5 * MS_PER_S);

  const hash = first.session.mission.hash();
  for (const { session, gaveUp } of machines) {
    expect(gaveUp()).toBeUndefined();
    expect(session.mission.time()).toBe(first.session.mission.time());
    expect(session.mission.hash()).toBe(hash);
    expect(session.snapshot().consoles.value.differedAt).toBeUndefined();
  }
  // None has differed in the meantime either.
  expect(told.filter((text) => text.includes('agrees'))).toEqual([]);
  expect(replayed(first)).toBe(hash);
  const entries = await network.home().since(address.id, 0);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  if (hasReturned) return; // what was ordered ahead of UTC is in branches
  for (const { title, isDone } of added) {
    const shown = first.session.snapshot().timeline.value.filter((event) => event.title === title);
    expect(shown).toHaveLength(isDone ? 1 : 0);
  }
}

it('machines in a room agree after any delays, losses of links and of the server, changes of the time and newcomers, and nothing is lost or done twice', async () => {
  await fc.assert(fc.asyncProperty(fc.array(acts, { minLength: ACTS, maxLength: ACTS }), live), {
    numRuns: RUNS,
    endOnFailure: true,
  });
});
