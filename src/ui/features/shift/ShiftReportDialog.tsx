import { useSetAtom, useStore } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ShiftReport } from '../../../shared/contract/history.ts';
import { SATELLITES, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_H, type TimeRange } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { DialogBody } from '../../kit/controls/DialogBody.tsx';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { SelectField } from '../../kit/controls/Field.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { SaveButton } from '../../kit/files/SaveButton.tsx';
import { formatPeriod } from '../../kit/format.ts';
import { Printed } from '../../kit/page/Printed.tsx';
import { VERSION } from '../../kit/page/version.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { useAnswer } from '../../mission/link/use-answer.ts';
import { isShiftReportOpenAtom } from './atoms.ts';
import { buildReportFile } from './report-file.ts';
import styles from './shift-report.module.css';
import { HANDS, shiftRows, shiftVerdict } from './shift-rows.ts';

const SPANS = { 'Last hour': MS_PER_H, 'Last 8 h': 8 * MS_PER_H, 'Last 24 h': 24 * MS_PER_H } as const;
type Span = keyof typeof SPANS;
const NAMES = Object.keys(SPANS) as Span[];

/** The result of a period in figures, beside the same period with the duty crew and unattended. */
export function ShiftReportDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const setOpen = useSetAtom(isShiftReportOpenAtom);
  const store = useStore();
  const [to] = useState<EpochMs | undefined>(() => store.get(missionSecondAtom));
  const [span, setSpan] = useState<Span>('Last 8 h');
  const [period, setPeriod] = useState<TimeRange>();
  useEffect(() => {
    setPeriod(to === undefined ? undefined : { from: addMs(to, -SPANS[span]), to });
  }, [to, span]);
  const control = useSessionControl();
  const answer = useAnswer(period && `${period.from} ${period.to}`, async () =>
    period ? control.shiftReport(period) : { ok: true, value: undefined },
  );
  const report = answer?.ok ? answer.value : undefined;
  return (
    <ModalDialog ref={dialog} label="Shift report" className={styles.dialog} onClosed={() => setOpen(false)}>
      <DialogHeader title="Shift report" onClose={() => setOpen(false)} />
      <DialogBody>
        <div className={styles.tools}>
          <SelectField
            label="Period"
            className={styles.period}
            options={NAMES}
            value={span}
            onChange={({ target }) => setSpan(NAMES.find((name) => name === target.value) ?? 'Last 8 h')}
          />
          <ReportExports report={report} />
        </div>
        <div aria-live="polite">
          {!answer && (
            <p className={styles.note}>Simulating the period with the duty crew and unattended …</p>
          )}
          {answer?.ok === false && <p>{answer.message}</p>}
          {report && <p className={styles.verdict}>{shiftVerdict(report)}</p>}
        </div>
        {report && (
          <>
            <ReportTable report={report} />
            <p className={styles.note}>{SAME_FAULTS}</p>
          </>
        )}
      </DialogBody>
    </ModalDialog>
  );
}

const SAME_FAULTS = 'Both begin at the first instant with the same seed, so the same faults are drawn.';

function ReportTable({ report }: { readonly report: ShiftReport }) {
  const { from, to } = report.own;
  const { start, end } = formatPeriod({ from, to }, undefined);
  return (
    <DataTable
      caption={`${start} to ${end} UTC`}
      columns={['Figure', ...HANDS.map(([, name]) => name)]}
      rows={shiftRows(report).map(({ name, texts }) => ({ key: name, cells: [name, ...texts] }))}
    />
  );
}

/** Puts a report on paper and into a file, once there is one. */
function ReportExports({ report }: { readonly report: ShiftReport | undefined }) {
  /** Number of the current print. */
  const [print, setPrint] = useState(0);
  const endPrint = useCallback(() => setPrint(0), []);
  return (
    <>
      <div className={styles.buttons}>
        <Button disabled={!report} onClick={() => setPrint(print + 1)}>
          Print
        </Button>
        <SaveButton
          key={report && `${report.own.from} ${report.own.to}`}
          label="Save CSV"
          build={report && (() => buildReportFile(report, VERSION))}
        />
      </div>
      {print > 0 && report && (
        <Printed key={print} subject="shift report" onPrinted={endPrint}>
          <h1>{SATELLITES[SPACECRAFT].name}: shift report</h1>
          <p>{shiftVerdict(report)}</p>
          <ReportTable report={report} />
          <p>{SAME_FAULTS}</p>
          <p>
            Branch {report.branch}, seed {report.seed}, {VERSION}
          </p>
        </Printed>
      )}
    </>
  );
}
