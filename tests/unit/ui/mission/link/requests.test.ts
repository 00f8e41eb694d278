import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome, RequestId } from '../../../../../src/shared/contract/outcome.ts';
import { createRequests } from '../../../../../src/ui/mission/link/requests.ts';

type Control = Parameters<ReturnType<typeof createRequests>['connect']>[0];

const GIVEN_UP =
  'The mission stopped responding three times while it handled this request. The request was not carried out.';

/** Lets every pending answer arrive. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Simulates missions that handle requests. A mission executes a request, and its update arrives with the answer; a
 * deadly event hangs it. Each new mission starts with the effects that have arrived.
 */
function startRequests() {
  let ids = 0;
  const requests = createRequests(() => `request-${++ids}`);
  const arrived: RequestId[] = [];
  const titles = new Map<RequestId, string>();
  let lossesAlone: readonly string[] = [];
  let asked: string[] = [];
  let isHung = false;
  let isMute = false;
  let missions = 0;

  function openMission(): void {
    missions += 1;
    isHung = false;
    isMute = false;
    asked = [];
    const mission = missions;
    requests.connect({
      addEvent: async ({ title }: { title: string }, id: RequestId) => {
        asked.push(title);
        titles.set(id, title);
        if (title.startsWith('deadly')) isHung = true;
        if (isHung || isMute) return new Promise(() => undefined);
        // A mission that is ended between two messages has handled the earlier one.
        await Promise.resolve();
        if (mission !== missions) return new Promise(() => undefined);
        if (!arrived.includes(id)) arrived.push(id);
        asked.splice(asked.indexOf(title), 1);
        requests.receive([id]);
        return { ok: true, value: { id } };
      },
    } as unknown as Control);
  }

  openMission();
  return {
    requests,
    add: (title: string): Promise<Outcome<unknown>> =>
      requests.operations.addEvent({ title, startTime: '', endTime: '' }),
    /** Requests that the present mission has not answered. */
    asked: (): readonly string[] => asked,
    isHung: () => isHung,
    /** Blocks the mission for another reason than a request. */
    block() {
      isMute = true;
    },
    /** Ends the mission and starts another one. */
    replace() {
      const [only, ...others] = asked;
      if (only !== undefined && others.length === 0) lossesAlone = [...lossesAlone, only];
      missions += 1;
      const hadRequests = requests.lose();
      openMission();
      return hadRequests;
    },
    /** Titles of the events on the page. */
    arrived: () => arrived.map((id) => titles.get(id)),
    lossesAlone: () => lossesAlone,
  };
}

describe('a request that crashes every worker', () => {
  it('is abandoned after three workers were lost with it alone', async () => {
    const rig = startRequests();
    const outcome = rig.add('deadly');
    for (let times = 1; times <= 3; times++) {
      await settle();
      expect(rig.asked()).toEqual(['deadly']);
      expect(rig.replace()).toBe(true);
    }
    expect(await outcome).toEqual({ ok: false, message: GIVEN_UP });
    await settle();
    expect(rig.asked()).toEqual([]);
    expect(rig.replace()).toBe(false);
    expect(await rig.add('a')).toMatchObject({ ok: true });
  });

  it('delays others at most once: they are executed before it is repeated', async () => {
    const rig = startRequests();
    const deadly = rig.add('deadly');
    const others = [rig.add('a'), rig.add('b')];
    await settle();
    expect(rig.asked()).toEqual(['deadly', 'a', 'b']);
    rig.replace();
    await settle();
    // The deadly event is the first suspect: the others precede it from now on.
    expect(rig.asked()).toEqual(['deadly']);
    const late = rig.add('c');
    await settle();
    expect(rig.asked()).toEqual(['deadly']);
    rig.replace();
    await settle();
    expect(rig.arrived()).toEqual(['a', 'b']);
    expect(rig.asked()).toEqual(['deadly']);
    rig.replace();
    await settle();
    rig.replace();
    expect(await deadly).toEqual({ ok: false, message: GIVEN_UP });
    expect(await Promise.all([...others, late])).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(rig.arrived()).toEqual(['a', 'b', 'c']);
  });
});

describe('a request in progress when a worker was lost for another reason', () => {
  it('is executed by the next worker, also after two losses', async () => {
    const rig = startRequests();
    rig.block();
    const outcome = rig.add('a');
    await settle();
    rig.replace();
    rig.block();
    await settle();
    rig.replace();
    expect(await outcome).toMatchObject({ ok: true });
    expect(rig.arrived()).toEqual(['a']);
  });

  it('is not suspected with others', async () => {
    const rig = startRequests();
    const outcomes = [rig.add('a'), rig.add('b')];
    // None of these missions handles its requests; the suspects take turns.
    for (let times = 1; times <= 5; times++) {
      rig.block();
      rig.replace();
    }
    expect(await Promise.all(outcomes)).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('is not counted if the request was never sent', async () => {
    const rig = startRequests();
    rig.requests.lose();
    const outcome = rig.add('a');
    for (let times = 1; times <= 5; times++) expect(rig.requests.lose()).toBe(false);
    rig.replace();
    expect(await outcome).toMatchObject({ ok: true });
  });
});

type Step = 'ask' | 'ask deadly' | 'settle' | 'end';

it('executes each good request once and abandons each deadly one, for any sequence of losses', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Step>('ask', 'ask', 'ask deadly', 'settle', 'end'), { maxLength: 30 }),
      async (steps) => {
        const rig = startRequests();
        const outcomes: { readonly title: string; readonly outcome: Promise<Outcome<unknown>> }[] = [];
        const add = (kind: string): void => {
          const title = `${kind} ${outcomes.length}`;
          outcomes.push({ title, outcome: rig.add(title) });
        };
        for (const step of steps) {
          if (step === 'settle') await settle();
          else if (step === 'end') rig.replace();
          else add(step === 'ask' ? 'good' : 'deadly');
        }
        // Each deadly one takes three missions by itself, and one more if it was not alone.
        for (let hung = 0; hung < 4 * outcomes.length; hung++) {
          await settle();
          if (rig.isHung()) rig.replace();
        }
        await settle();
        expect(rig.isHung()).toBe(false);
        const expected = [];
        for (const { title, outcome } of outcomes) {
          const aloneLosses = rig.lossesAlone().filter((only) => only === title).length;
          const { ok } = await outcome;
          expect(ok, `${title}, alone at ${aloneLosses} losses`).toBe(aloneLosses < 3);
          if (title.startsWith('deadly')) expect(ok).toBe(false);
          if (ok) expected.push(title);
        }
        expect(rig.arrived().toSorted()).toEqual(expected.toSorted());
      },
    ),
    { numRuns: 300, seed: 1 },
  ));
