import { useSetAtom, useStore } from 'jotai';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { ShiftReport } from '../../../shared/contract/history.ts';
import { SATELLITES, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_H, type TimeRange } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { SelectField } from '../../kit/controls/Field.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { DownloadContext } from '../../kit/files/download.ts';
import { Printed } from '../../kit/page/Printed.tsx';
import { VERSION } from '../../kit/page/version.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { askUntilKnown } from '../../mission/link/ask-until-known.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { formatPeriod } from '../timeline/period-text.ts';
import { isShiftReportOpenAtom } from './atoms.ts';
import { buildReportFile } from './report-file.ts';
import styles from './shift-report.module.css';
import { HANDS, shiftRows, shiftVerdict } from './shift-rows.ts';

const SPANS = { 'Last hour': MS_PER_H, 'Last 8 h': 8 * MS_PER_H, 'Last 24 h': 24 * MS_PER_H } as const;
type Span = keyof typeof SPANS;
const NAMES = Object.keys(SPANS) as Span[];

type ReportAnswer = { readonly report: ShiftReport } | { readonly refusal: string };

/** Report of a period that ends at an instant; `undefined` while it is being simulated. */
function useReport(period: TimeRange | undefined): ReportAnswer | undefined {
  const control = useSessionControl();
  const [answered, setAnswered] = useState<{ readonly period: TimeRange; readonly answer: ReportAnswer }>();
  useEffect(() => {
    if (!period) return undefined;
    let isOver = false;
    askUntilKnown(() => {
      // A period that is not looked at any more is not simulated further.
      if (isOver) return Promise.resolve({ ok: false as const, message: '' });
      return control.shiftReport(period);
    }).then(
      (outcome) => {
        if (isOver) return;
        const answer = outcome.ok ? { report: outcome.value } : { refusal: outcome.message };
        setAnswered({ period, answer });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [control, period]);
  return answered?.period === period ? answered?.answer : undefined;
}

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
  const answer = useReport(period);
  const report = answer && 'report' in answer ? answer.report : undefined;
  return (
    <ModalDialog ref={dialog} label="Shift report" className={styles.dialog} onClosed={() => setOpen(false)}>
      <DialogHeader title="Shift report" onClose={() => setOpen(false)} />
      <div className={styles.body}>
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
          {answer && 'refusal' in answer && <p>{answer.refusal}</p>}
          {report && <p className={styles.verdict}>{shiftVerdict(report)}</p>}
        </div>
        {report && (
          <>
            <ReportTable report={report} />
            <p className={styles.note}>{SAME_FAULTS}</p>
          </>
        )}
      </div>
    </ModalDialog>
  );
}

const SAME_FAULTS = 'Both begin at the first instant with the same seed, so the same faults are drawn.';

function ReportTable({ report }: { readonly report: ShiftReport }) {
  const { from, to } = report.own;
  const { start, end } = formatPeriod({ startTime: from, endTime: to }, undefined);
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
  const download = useContext(DownloadContext);
  /** Number of the current print. */
  const [print, setPrint] = useState(0);
  const endPrint = useCallback(() => setPrint(0), []);
  const [saved, setSaved] = useState<{ readonly report: ShiftReport; readonly text: string }>();
  const save = () => {
    if (!report) return;
    const file = buildReportFile(report, VERSION);
    try {
      download(file);
      setSaved({ report, text: `Saved as ${file.name}` });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setSaved({ report, text: `The file could not be saved: ${reason}` });
    }
  };
  return (
    <>
      <div className={styles.buttons}>
        <Button disabled={!report} onClick={() => setPrint(print + 1)}>
          Print
        </Button>
        <Button disabled={!report} onClick={save}>
          Save CSV
        </Button>
      </div>
      <p className={styles.note} role="status">
        {saved?.report === report && saved?.text}
      </p>
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
