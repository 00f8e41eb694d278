import { SPECIFIED_NETWORK } from '../../src/shared/contract/network.ts';
import { type SavedRecording, writeRecording } from '../../src/shared/contract/recording.ts';
import { MS_PER_DAY, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import type { Session } from '../../src/worker/session/session.ts';
import { later, startMission } from './mission.ts';
import { networkStation } from './places.ts';

/** Returns the recording that a page saves of a session. */
export function recordingOf(session: Session, build = 'test build'): SavedRecording {
  const { header, entries, marks, time } = structuredClone(session.record());
  return { build, header, entries, marks, time };
}

/** Simulates a quarter of an hour with nearly every kind of input. */
export function simulateInputs(): Session {
  const session = startMission({ seed: 7 });
  const at = (minutes: number) => session.advanceTo(later(minutes * MS_PER_MIN + 250));
  at(1);
  session.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T18:00' }, 'request-1');
  session.control.addEvent({
    title: 'Antenna test',
    startTime: '2026-11-20T13:00',
    endTime: '2026-11-20T14:00',
    description: 'Of the new antenna',
  });
  at(3);
  session.apply({ kind: 'fault', inject: 'wheel-friction', course: 'contained' });
  session.control.handOverConsole('duty crew');
  at(5);
  session.apply({ kind: 'note', subject: 'Connection', level: 'warning', text: 'Open Notify has failed' });
  session.control.cancelCommand('cmd-1');
  session.control.setNetwork([...SPECIFIED_NETWORK.slice(1), networkStation('Berlin')]);
  at(15);
  return session;
}

/** Simulates the same with gaps: a jump of two days, and the clock moved back by a minute. */
export function simulateJumps(): Session {
  const session = simulateInputs();
  session.advanceTo(later(2 * MS_PER_DAY));
  session.advanceTo(later(2 * MS_PER_DAY + 2.5 * MS_PER_MIN));
  session.advanceTo(later(2 * MS_PER_DAY + 1.2 * MS_PER_MIN));
  session.advanceTo(later(2 * MS_PER_DAY + 4.5 * MS_PER_MIN));
  return session;
}

/** Formats a recording as a file. */
export const savedText = (session: Session): string => writeRecording(recordingOf(session));
