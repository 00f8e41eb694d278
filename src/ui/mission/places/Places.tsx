import { useAtom } from 'jotai';
import { DialogOnDemand } from '../../kit/controls/DialogOnDemand.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { isPlacesOpenAtom } from './atoms.ts';

const PlacesDialog = onDemand(
  ['PlacesDialog'],
  async () => (await import('./PlacesDialog.tsx')).PlacesDialog,
).Component;

/** The dialog *Places*, when open. */
export function Places() {
  const [isOpen, setOpen] = useAtom(isPlacesOpenAtom);
  return (
    <DialogOnDemand id="places-failed" isOpen={isOpen} onClose={() => setOpen(false)}>
      <PlacesDialog />
    </DialogOnDemand>
  );
}
