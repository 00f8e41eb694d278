import { useAtomValue } from 'jotai';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import type { Toast } from '../../kit/toasts/announce.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import type { Announcement } from '../../mission/link/link.ts';
import { SEVERITY_STATUS } from './severity.ts';

/**
 * An announcement as a toast. `AnomalyAnnouncer` announces anomalies in more detail and with the right urgency:
 * their toast is visual only.
 */
export function toToast({ newAnomalyId, ...toast }: Announcement): Toast {
  if (newAnomalyId === undefined) return toast;
  return { ...toast, icon: <AnomalyIcon id={newAnomalyId} />, isSpokenElsewhere: true };
}

/** An anomaly's toast has the shape of its severity, like its entry. */
function AnomalyIcon({ id }: { readonly id: string }) {
  const severity = useAtomValue(sliceAtoms.anomalies)?.find((anomaly) => anomaly.id === id)?.severity;
  return <StatusIcon level={severity ? SEVERITY_STATUS[severity] : 'caution'} />;
}
