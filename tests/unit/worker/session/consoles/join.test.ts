import { expect, it } from 'vitest';
import { epochMs } from '../../../../../src/shared/kit/units.ts';
import { joinMission } from '../../../../../src/worker/session/consoles/join.ts';
import type { Message, WholeMission } from '../../../../../src/worker/session/consoles/messages.ts';

const SELF = { id: 'self', build: 'v1', since: epochMs(0) };
const SECOND_MS = 1000;

/** Starts a window that wants to join, on a clock driven by the test. */
function startJoining() {
  let listener: (message: Message) => void = () => undefined;
  let due: readonly { readonly at: number; readonly run: () => void }[] = [];
  let now = 0;
  const joining = joinMission(
    { send: () => undefined, listen: (next) => (listener = next), close: () => undefined },
    SELF,
    (delayMs, run) => {
      due = [...due, { at: now + delayMs, run }];
    },
  );
  let outcome: Awaited<typeof joining> | undefined;
  void joining.then((joined) => {
    outcome = joined;
  });
  return {
    hear: (message: Message) => listener(message),
    outcome: () => outcome,
    async pass(ms: number) {
      for (const end = now + ms; ; ) {
        const [next] = due.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        due = due.filter((one) => one !== next);
        next.run();
      }
      await Promise.resolve();
    },
  };
}

it('gives up after a second where nobody answers', async () => {
  const window = startJoining();
  await window.pass(2 * SECOND_MS);
  expect(window.outcome()).toEqual({});
});

it('waits for a console that has answered and is still loading its reader', async () => {
  const window = startJoining();
  window.hear({ type: 'here', from: 'desk' });
  await window.pass(10 * SECOND_MS);
  expect(window.outcome()).toBeUndefined();
  const mission = {} as WholeMission;
  window.hear({ type: 'mission', from: 'desk', to: SELF.id, mission });
  await window.pass(0);
  expect(window.outcome()).toEqual({ mission });
});

it('gives up on a console that has answered and then stays silent', async () => {
  const window = startJoining();
  window.hear({ type: 'here', from: 'desk' });
  await window.pass(30 * SECOND_MS);
  expect(window.outcome()).toEqual({});
});
