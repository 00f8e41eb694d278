import { useAtom } from 'jotai';
import { DialogOnDemand } from '../../kit/controls/DialogOnDemand.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { isShiftReportOpenAtom } from './atoms.ts';

const ShiftReportDialog = onDemand(
  ['ShiftReportDialog'],
  async () => (await import('./ShiftReportDialog.tsx')).ShiftReportDialog,
).Component;

/** The dialog *Shift report*, when open. */
export function ShiftReport() {
  const [isOpen, setOpen] = useAtom(isShiftReportOpenAtom);
  return (
    <DialogOnDemand id="shift-report-failed" isOpen={isOpen} onClose={() => setOpen(false)}>
      <ShiftReportDialog />
    </DialogOnDemand>
  );
}
