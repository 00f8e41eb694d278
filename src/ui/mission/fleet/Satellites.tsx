import { useAtom } from 'jotai';
import { DialogOnDemand } from '../../kit/controls/DialogOnDemand.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { isSatellitesOpenAtom } from './atoms.ts';

const SatellitesDialog = onDemand(
  ['SatellitesDialog'],
  async () => (await import('./SatellitesDialog.tsx')).SatellitesDialog,
).Component;

/** The dialog *Satellites*, when open. */
export function Satellites() {
  const [isOpen, setOpen] = useAtom(isSatellitesOpenAtom);
  return (
    <DialogOnDemand id="satellites-failed" isOpen={isOpen} onClose={() => setOpen(false)}>
      <SatellitesDialog />
    </DialogOnDemand>
  );
}
