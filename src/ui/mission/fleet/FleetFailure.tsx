import { useAtomValue } from 'jotai';
import { Button } from '../../kit/controls/Button.tsx';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { fleetControlAtom, fleetFailureAtom } from './atoms.ts';
import { useLoadFleet } from './use-fleet-search.ts';

/** States why the added satellites are missing, and tries again on request; empty unless they have failed. */
export function FleetFailure({ className }: { readonly className?: string | undefined }) {
  const failure = useAtomValue(fleetFailureAtom);
  const control = useAtomValue(fleetControlAtom);
  const load = useLoadFleet();
  if (failure === undefined) return null;
  return (
    <p className={className}>
      <StatusIcon level="caution" /> Added satellites are not shown: {failure}.{' '}
      <Button onClick={control?.restart ?? load}>Try again</Button>
    </p>
  );
}
