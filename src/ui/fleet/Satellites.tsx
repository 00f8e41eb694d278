import { useAtom } from 'jotai';
import { Suspense, useEffect } from 'react';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';
import { announce } from '../kit/toasts/announce.tsx';
import { isSatellitesOpenAtom } from './atoms.ts';

const SatellitesDialog = onDemand(
  ['SatellitesDialog'],
  async () => (await import('./SatellitesDialog.tsx')).SatellitesDialog,
).Component;

/** The dialog *Satellites*, when open. */
export function Satellites() {
  const [isOpen, setOpen] = useAtom(isSatellitesOpenAtom);
  if (!isOpen) return null;
  return (
    <FailureBoundary fallback={(error) => <Failed error={error} onClose={() => setOpen(false)} />}>
      <Suspense>
        <SatellitesDialog />
      </Suspense>
    </FailureBoundary>
  );
}

/** Closes the dialog, so that it can be opened again. */
function Failed({ error, onClose }: { readonly error: Error; readonly onClose: () => void }) {
  useEffect(() => {
    announce({ id: 'satellites-failed', level: 'error', text: `Failed to open: ${error.message}` });
    onClose();
  });
  return null;
}
