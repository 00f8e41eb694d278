import { useSetAtom, useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { ShiftReport } from '../../../shared/contract/history.ts';
import { addMs, type EpochMs, MS_PER_H, type TimeRange } from '../../../shared/kit/units.ts';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { SelectField } from '../../kit/controls/Field.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { askUntilKnown } from '../../mission/link/ask-until-known.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { formatPeriod } from '../timeline/period-text.ts';
import { isShiftReportOpenAtom } from './atoms.ts';
import styles from './shift-report.module.css';
import { shiftRows, shiftVerdict } from './shift-rows.ts';

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
  return (
    <ModalDialog ref={dialog} label="Shift report" className={styles.dialog} onClosed={() => setOpen(false)}>
      <DialogHeader title="Shift report" onClose={() => setOpen(false)} />
      <div className={styles.body}>
        <SelectField
          label="Period"
          className={styles.period}
          options={NAMES}
          value={span}
          onChange={({ target }) => setSpan(NAMES.find((name) => name === target.value) ?? 'Last 8 h')}
        />
        <div aria-live="polite">
          {!answer && (
            <p className={styles.note}>Simulating the period with the duty crew and unattended …</p>
          )}
          {answer && 'refusal' in answer && <p>{answer.refusal}</p>}
          {answer && 'report' in answer && <p className={styles.verdict}>{shiftVerdict(answer.report)}</p>}
        </div>
        {answer && 'report' in answer && <Report report={answer.report} />}
      </div>
    </ModalDialog>
  );
}

function Report({ report }: { readonly report: ShiftReport }) {
  const { from, to } = report.own;
  const { start, end } = formatPeriod({ startTime: from, endTime: to }, undefined);
  const rows = shiftRows(report).map(({ name, own, crew, unattended }) => ({
    key: name,
    cells: [name, own, crew, unattended],
  }));
  return (
    <>
      <DataTable
        caption={`${start} to ${end} UTC`}
        columns={['Figure', 'This shift', 'Duty crew', 'Unattended']}
        rows={rows}
      />
      <p className={styles.note}>
        Both begin at the first instant with the same seed, so the same faults are drawn.
      </p>
    </>
  );
}
