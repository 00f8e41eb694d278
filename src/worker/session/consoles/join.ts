import type { Introduction, MessageBus, WholeMission } from './messages.ts';

/** Period of the attempts to join. */
const ATTEMPT_MS = 250;
/** Attempts without an answer before the mission counts as not shown. */
const ATTEMPTS = 4;
/** Attempts after a console has answered but not sent the whole mission yet. */
const PATIENT_ATTEMPTS = 60;

export interface Joining {
  /** `undefined` if no window shows the mission. */
  readonly mission?: WholeMission | undefined;
  /** Console that shows the mission with another build of the page. */
  readonly foreign?: Introduction | undefined;
}

/**
 * Requests the whole mission from its consoles.
 * @param after calls back once after some milliseconds
 */
export function joinMission(
  bus: MessageBus,
  self: Introduction,
  after: (delayMs: number, callback: () => void) => void,
): Promise<Joining> {
  return new Promise((resolve) => {
    let isHeard = false;
    let isOver = false;
    function end(joining: Joining): void {
      isOver = true;
      resolve(joining);
    }
    bus.listen((message) => {
      if (isOver) return;
      if (message.type === 'beat' || message.type === 'here') isHeard = true;
      else if (message.type === 'stranger') end({ foreign: message.from });
      else if (message.type === 'mission' && message.to === self.id) end({ mission: message.mission });
    });
    function attempt(count: number): void {
      if (isOver) return;
      if (count > (isHeard ? PATIENT_ATTEMPTS : ATTEMPTS)) {
        end({});
        return;
      }
      bus.send({ type: 'hello', from: self, attempt: count });
      after(ATTEMPT_MS, () => attempt(count + 1));
    }
    attempt(1);
  });
}
