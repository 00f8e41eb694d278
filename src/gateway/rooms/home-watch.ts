import type { Clock } from '../../shared/kit/clock.ts';
import { MS_PER_MIN } from '../../shared/kit/units.ts';
import type { Log, LogLine } from '../effects.ts';

/** Notes whether the home of the rooms works, and writes to the log. */
export interface HomeWatch {
  /** Passes on an answer of the home, and notes that it works. */
  asked<T>(answer: Promise<T>): Promise<T>;
  /** Notes a failure. The log says so once a minute at most. */
  failed(error: unknown): void;
  /** True if the last access has failed. */
  isFailing(): boolean;
  /** Writes a line to the log. */
  say(line: LogLine): void;
}

export function createHomeWatch(clock: Clock, log: Log, onFailure: () => void): HomeWatch {
  let isFailing = false;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const say = (line: LogLine): void =>
    log({ time: new Date(clock.now()).toISOString(), event: 'rooms', ...line });
  return {
    async asked(answer) {
      const value = await answer;
      isFailing = false;
      return value;
    },
    failed(error) {
      isFailing = true;
      onFailure();
      if (clock.now() - loggedAt < MS_PER_MIN) return;
      loggedAt = clock.now();
      say({ what: 'the home fails', error: error instanceof Error ? error.message : String(error) });
    },
    isFailing: () => isFailing,
    say,
  };
}
