import { isolated } from '../../../shared/kit/isolated-text.ts';
import { type Lack, LEAST_CHARGE } from '../../../shared/plan/plan-rules.ts';
import { formatPeriod, formatUtcMinute } from '../../kit/format.ts';

/** Returns what an event lacks, in a sentence. */
export function lackText(lack: Lack): string {
  switch (lack.rule) {
    case 'order':
      return 'Its end is not after its start.';
    case 'past':
      return 'It starts in the past.';
    case 'overlap': {
      const { title, startTime: from, endTime: to } = lack.other;
      const { start, end } = formatPeriod({ from, to }, undefined);
      return `It is at the same time as ${isolated(title)}, ${start} – ${end}.`;
    }
    case 'station':
      return 'No station is in view during it.';
    case 'view': {
      const [from, to] = [lack.view.from, lack.view.to].map(formatUtcMinute);
      return `A station is in view for only a part of it, at first from ${from} to ${to}.`;
    }
    case 'charge':
      return `The charge is predicted below ${100 * LEAST_CHARGE} % at ${formatUtcMinute(lack.time)}.`;
    case 'recorder':
      return `The recorder is predicted full at ${formatUtcMinute(lack.time)}.`;
    case 'mode':
      return `It does nothing on board: ORBITA-1 is predicted to be in ${lack.mode} at ${formatUtcMinute(lack.time)}.`;
  }
}
