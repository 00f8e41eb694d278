import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Resume } from '../../../../../src/shared/contract/mission-control.ts';
import {
  BRANCH_CAP,
  type BranchView,
  RATES,
  type Rate,
} from '../../../../../src/shared/contract/transport.ts';
import { TELEMETRY_PERIOD_MS } from '../../../../../src/shared/entities/constants.ts';
import { type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { createMission } from '../../../../../src/worker/mission/mission.ts';
import { openSession, type Session } from '../../../../../src/worker/session/session.ts';
import { GROUNDED, resumeOf, T0 } from '../../../../support/mission.ts';

/** Sequences of calls; `TRANSPORT_RUNS` makes the run long. */
const RUNS = Number(process.env.TRANSPORT_RUNS ?? 60);

/** Ticks in which the longest of these missions rebuilds its past. */
const LONGEST_REBUILD_CALLS = 1000;

type Call =
  | { readonly call: 'pass'; readonly ms: number }
  | { readonly call: 'rate'; readonly rate: Rate }
  | { readonly call: 'seek'; readonly share: number }
  | { readonly call: 'live' | 'step' | 'utc' | 'takeOver' | 'operate' | 'restart' }
  | { readonly call: 'show' | 'delete' | 'rename'; readonly letter: number };

const letter = fc.integer({ min: 0, max: 4 });
const calls: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ call: fc.constant('pass'), ms: fc.integer({ min: 1, max: 4000 }) }) },
  { weight: 3, arbitrary: fc.record({ call: fc.constant('rate'), rate: fc.constantFrom<Rate>(...RATES) }) },
  {
    weight: 2,
    arbitrary: fc.record({ call: fc.constant('seek'), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ call: fc.constantFrom('live', 'step', 'utc', 'takeOver', 'operate', 'restart') }),
  },
  { weight: 3, arbitrary: fc.record({ call: fc.constantFrom('show', 'delete', 'rename'), letter }) },
) as fc.Arbitrary<Call>;

interface ModelBranch {
  readonly view: BranchView;
  readonly time: number;
}

/** Documented behaviour, modelled without a mission. */
class Model {
  wall: number = T0;
  branches: readonly ModelBranch[] = [{ view: { id: 'A', name: 'A' }, time: T0 }];
  shown = 'A';
  rate: Rate = 1;
  isInStep = true;
  past: number | undefined;
  replayRate: Rate = 0;

  of = (id: string): ModelBranch | undefined => this.branches.find(({ view }) => view.id === id);
  edge = (): number => this.of(this.shown)?.time ?? Number.NaN;
  #setTime(id: string, time: number): void {
    this.branches = this.branches.map((branch) => (branch.view.id === id ? { ...branch, time } : branch));
  }
  readonly #isFull = () => this.branches.length > BRANCH_CAP;
  readonly #nextId = (): string => [...'BCDEFGHIJKLMNOPQRSTUVWXYZ'].find((id) => !this.of(id)) ?? '';
  #move(rate: Rate): void {
    this.rate = rate;
    if (this.shown === 'A') this.isInStep = false;
  }
  followUtc(): void {
    if (this.isInStep) this.#setTime('A', this.wall);
  }
  pass(ms: number): void {
    this.wall += ms;
    this.followUtc();
    if (!this.isInStep || this.shown !== 'A') this.#setTime(this.shown, this.edge() + ms * this.rate);
    if (this.past !== undefined) this.#look(this.past + ms * this.replayRate);
  }
  /** A replay starts paused. */
  #look(time: number): void {
    if (this.past === undefined) this.replayRate = 0;
    this.past = time >= this.edge() ? undefined : Math.max(time, T0);
  }
  setRate(rate: Rate): void {
    if (this.past !== undefined) this.replayRate = rate;
    else if (rate !== 1 || this.rate !== 1) this.#move(rate);
  }
  step(): void {
    const next = (Math.floor((this.past ?? this.edge()) / TELEMETRY_PERIOD_MS) + 1) * TELEMETRY_PERIOD_MS;
    if (this.past !== undefined) {
      this.replayRate = 0;
      this.#look(next);
      return;
    }
    this.#move(0);
    this.#setTime(this.shown, next);
  }
  seek(time: number): void {
    this.#look(time);
  }
  returnToUtc(): void {
    const time = this.of('A')?.time ?? 0;
    if (!this.isInStep && time > this.wall) {
      if (this.#isFull()) return;
      const id = this.#nextId();
      const origin = { parent: 'A', time: epochMs(this.wall) };
      this.#setTime('A', this.wall);
      const isLeft = (view: BranchView) => view.origin?.parent === 'A' && view.origin.time > this.wall;
      const branches = this.branches.map((branch) =>
        isLeft(branch.view)
          ? {
              ...branch,
              view: { ...branch.view, origin: { parent: id, time: branch.view.origin?.time ?? origin.time } },
            }
          : branch,
      );
      this.branches = [...branches, { view: { id, name: id, origin }, time }];
    }
    this.past = undefined;
    this.rate = 1;
    this.isInStep = true;
    this.shown = 'A';
  }
  takeOver(): void {
    if (this.#isFull()) return;
    const id = this.#nextId();
    const time = this.past ?? this.edge();
    let parent = this.shown;
    for (;;) {
      const parted = this.of(parent)?.view.origin;
      if (parted === undefined || time >= parted.time) break;
      ({ parent } = parted);
    }
    const origin = { parent, time: epochMs(time) };
    this.branches = [...this.branches, { view: { id, name: id, origin }, time }];
    this.past = undefined;
    this.shown = id;
    this.rate = 1;
  }
  show(id: string): void {
    if (!this.of(id)) return;
    this.past = undefined;
    if (id === this.shown) return;
    this.shown = id;
    this.rate = id === 'A' && this.isInStep ? 1 : 0;
  }
  delete(id: string): void {
    const origin = this.of(id)?.view.origin;
    if (id === 'A' || id === this.shown || !origin) return;
    this.branches = this.branches
      .filter(({ view }) => view.id !== id)
      .map((branch) =>
        branch.view.origin?.parent === id ? { ...branch, view: { ...branch.view, origin } } : branch,
      );
  }
  rename(id: string, name: string): void {
    this.branches = this.branches.map((branch) =>
      branch.view.id === id && id !== 'A' ? { ...branch, view: { ...branch.view, name } } : branch,
    );
  }
}

/** Waits until the past of a branch can be shown again after a restart: until then an instant of it is shown later. */
function rebuildPast(session: Session, branch: string): void {
  const query = { branch, from: T0, to: epochMs(T0 + 1), channels: ['stateOfCharge'], columns: 1 } as const;
  for (let calls = 0; calls < LONGEST_REBUILD_CALLS; calls += 1) {
    const answer = session.control.history(query);
    if (!answer.ok || answer.value !== undefined) return;
  }
}

describe('the transport', () => {
  it('does what its documentation says, in any sequence of calls, restarts and operations', () => {
    fc.assert(
      fc.property(fc.array(calls, { minLength: 5, maxLength: 25 }), (sequence) => {
        const model = new Model();
        const now = () => model.wall as EpochMs;
        const open = (resume?: Resume): Session =>
          openSession({ clock: { now }, seed: 1, profile: 'none', propagators: GROUNDED, resume });
        let session = open();
        let operations = 0;

        const act = (call: Call): void => {
          const { control } = session;
          // A call brings the mission up to date.
          if (call.call !== 'pass' && model.wall - (model.of('A')?.time ?? 0) <= 10 * MS_PER_MIN)
            model.followUtc();
          switch (call.call) {
            case 'pass':
              for (let left = call.ms; left > 0; left -= 250) {
                model.pass(Math.min(left, 250));
                while (!session.advanceTo(now(), 10 * MS_PER_MIN));
              }
              return;
            case 'rate':
              model.setRate(call.rate);
              return void control.setRate(call.rate);
            case 'seek': {
              const time = epochMs(T0 + Math.floor(call.share * (model.edge() - T0 + MS_PER_S)));
              model.seek(time);
              return void control.seek(time);
            }
            case 'live':
              model.past = undefined;
              return void control.seek();
            case 'step':
              model.step();
              return void control.step();
            case 'utc':
              model.returnToUtc();
              return void control.returnToUtc();
            case 'takeOver':
              model.takeOver();
              return void control.takeOver();
            case 'operate': {
              const outcome = control.queueCommand({
                name: 'Data Downlink',
                scheduledTime: '2027-01-01T00:00',
              });
              expect(outcome.ok).toBe(model.past === undefined);
              operations += 1;
              return;
            }
            case 'restart':
              session = open(resumeOf(session));
              model.replayRate = 0;
              for (const { view } of model.branches) rebuildPast(session, view.id);
              // A past instant is shown again as soon as the past is rebuilt.
              for (let calls = 0; model.past !== undefined && calls < LONGEST_REBUILD_CALLS; calls += 1) {
                if (session.snapshot().transport.value.mode === 'replay') return;
                session.advanceTo(now());
              }
              return;
            case 'show':
            case 'delete':
            case 'rename': {
              const id = String.fromCharCode(65 + call.letter);
              if (call.call === 'show') {
                model.show(id);
                control.showBranch(id);
              } else if (call.call === 'delete') {
                model.delete(id);
                control.deleteBranch(id);
              } else {
                model.rename(id, `name ${operations}`);
                control.renameBranch({ id, name: `name ${operations}` });
              }
            }
          }
        };

        for (const call of sequence) {
          act(call);
          const {
            rate,
            replayRate = 0,
            isInStep,
            mode,
            branch,
            branches,
          } = session.snapshot().transport.value;
          expect({ rate, replayRate, isInStep, mode, branch, branches }).toEqual({
            rate: model.rate,
            replayRate: model.past === undefined ? 0 : model.replayRate,
            isInStep: model.isInStep && model.shown === 'A',
            mode: model.past === undefined ? 'live' : 'replay',
            branch: model.shown,
            branches: model.branches.map(({ view }) => view),
          });
          expect(session.snapshot().clock.value.time).toBe(
            Math.floor((model.past ?? session.mission.time()) / MS_PER_S) * MS_PER_S,
          );
        }
        act({ call: 'pass', ms: 250 });
        for (const { view, time } of model.branches) {
          session.control.showBranch(view.id);
          expect(session.mission.time()).toBe(time);
          const mission = createMission({
            ...session.mission.header,
            journal: session.mission.journal(),
            propagators: GROUNDED,
          });
          mission.advanceTo(session.mission.time());
          expect(session.mission.hash()).toBe(mission.hash());
        }
      }),
      { numRuns: RUNS },
    );
  });
});
