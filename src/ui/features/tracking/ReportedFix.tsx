import { atom, useAtomValue } from 'jotai';
import { formatAge, formatLatitude, formatLongitude, formatUtcTimeFrom } from '../../kit/format.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { utcSecondAtom } from '../../mission/time/shown-time.ts';
import styles from './tracking.module.css';

const reportedFixAtom = atom((get): string | undefined => {
  const realData = get(sliceAtoms.realData);
  const now = get(utcSecondAtom);
  if (!realData?.issPosition || now === undefined) return undefined;
  const { latitude, longitude, timestamp } = realData.issPosition;
  const source = realData.calls.issPosition.source ?? 'Open Notify';
  const place = `${formatLatitude(latitude)}, ${formatLongitude(longitude)}`;
  return `Reported by ${source}: ${place} at ${formatUtcTimeFrom(timestamp, now)} UTC, ${formatAge(now - timestamp)} ago`;
});

/** Last reported fix of the ISS, beside the computed figures. */
export function ReportedFix() {
  const text = useAtomValue(reportedFixAtom);
  return text && <p className={styles.reported}>{text}</p>;
}
