import { useAtomValue } from 'jotai';
import { useCallback, useContext, useId, useState } from 'react';
import type { Place } from '../../../shared/entities/place.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { SelectField } from '../../kit/controls/Field.tsx';
import { DownloadContext, type ExportFile } from '../../kit/files/download.ts';
import { formatUtcDate, formatUtcMinute } from '../../kit/format.ts';
import { announce } from '../../kit/toasts/announce.ts';
import { placesAtom } from '../../mission/fleet/places.ts';
import { wallSecondAtom } from '../../mission/link/atoms.ts';
import { LEADS_MIN, setForAll } from './alerts.ts';
import {
  type AlertPermission,
  alertControlAtom,
  alertPermissionAtom,
  alertsAtom,
  alertsKeepFailureAtom,
  isListAlertedAtom,
  isListChosenAtom,
  shownListAtom,
} from './atoms.ts';
import { buildCalendar } from './calendar.ts';
import { PrintedPasses } from './PrintedPasses.tsx';
import { buildPassCsv } from './pass-csv.ts';
import type { ListedPass, PassFilter, PassSpan } from './pass-filter.ts';
import { filterText } from './pass-text.ts';
import styles from './passes.module.css';

interface Props {
  readonly passes: readonly ListedPass[];
  readonly place: Place;
  readonly span: PassSpan | undefined;
  readonly filter: PassFilter;
  readonly zone: string | undefined;
  readonly now: EpochMs;
}

/** Gives each export a separate toast. */
let exports = 0;

const NO_REMINDER = 'No reminder';
const leadName = (minutes: number): string => `${minutes} min before`;

/** Exports of the whole list: print, files, and notifications. */
export function TakeAlong({ passes, place, span, filter, zone, now }: Props) {
  const download = useContext(DownloadContext);
  const utc = useAtomValue(wallSecondAtom) ?? now;
  const [reminderMin, setReminder] = useState<number>();
  /** Number of the current print. */
  const [print, setPrint] = useState(0);
  const endPrint = useCallback(() => setPrint(0), []);
  const save = (kind: string, build: () => ExportFile) => {
    const id = `passes-export-${++exports}`;
    try {
      download(build());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      announce({ id, level: 'error', text: `The export as ${kind} failed: ${reason}` });
      return;
    }
    announce({ id, level: 'success', text: `Passes exported as ${kind}` });
  };
  const isEmpty = passes.length === 0;
  return (
    <>
      <div className={styles.fields}>
        <div className={styles.buttons}>
          <Button disabled={isEmpty} onClick={() => setPrint(print + 1)}>
            Print
          </Button>
          <Button disabled={isEmpty} onClick={() => save('CSV', () => buildPassCsv(passes, place, utc))}>
            Save CSV
          </Button>
          <Button
            disabled={isEmpty}
            onClick={() =>
              save('calendar file', () => buildCalendar(passes, { place, stamp: utc, reminderMin }))
            }
          >
            Save calendar file
          </Button>
        </div>
        <SelectField
          label="Reminder in the calendar file"
          options={[NO_REMINDER, ...LEADS_MIN.map(leadName)]}
          value={reminderMin === undefined ? NO_REMINDER : leadName(reminderMin)}
          onChange={({ target }) => setReminder(LEADS_MIN[target.selectedIndex - 1])}
        />
      </div>
      <Notifications listEnd={span?.to} />
      {print > 0 && span && (
        <PrintedPasses {...{ passes, place, span, filter, zone }} key={print} onPrinted={endPrint} />
      )}
    </>
  );
}

/** States what replaces notifications, and why. */
const PERMISSION_TEXTS: Readonly<Record<AlertPermission, string | undefined>> = {
  granted: undefined,
  default:
    'The browser asks for permission when you switch one on. Until it is given, a message in the page replaces notifications.',
  denied:
    'This browser blocks notifications of this page. A message in the page replaces them. To change that, allow notifications in the browser’s settings for this site.',
  unavailable: 'This browser does not support notifications here. A message in the page replaces them.',
};

interface NotificationsProps {
  /** End of the list; `undefined` if it covers nothing. */
  readonly listEnd: EpochMs | undefined;
}

/** Settings of notifications: lead time, and whether for every pass of the list. */
function Notifications({ listEnd }: NotificationsProps) {
  const alerts = useAtomValue(alertsAtom);
  const control = useAtomValue(alertControlAtom);
  const permission = useAtomValue(alertPermissionAtom);
  const keepFailure = useAtomValue(alertsKeepFailureAtom);
  const list = useAtomValue(shownListAtom);
  const isChosen = useAtomValue(isListChosenAtom);
  const places = useAtomValue(placesAtom);
  const other = isChosen ? undefined : alerts.list;
  const hasReach = useAtomValue(isListAlertedAtom) && listEnd !== undefined;
  const noteId = useId();
  const reachId = useId();
  return (
    <div className={styles.fields}>
      <SelectField
        label="Notify"
        options={LEADS_MIN.map(leadName)}
        value={leadName(alerts.leadMin)}
        disabled={!control}
        onChange={({ target }) =>
          control?.change((held) => ({ ...held, leadMin: LEADS_MIN[target.selectedIndex] ?? held.leadMin }))
        }
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-describedby={hasReach ? `${noteId} ${reachId}` : noteId}
          checked={isChosen}
          disabled={!control}
          onChange={({ target }) => {
            control?.change((held) => setForAll(held, target.checked ? list : undefined));
            if (target.checked) void control?.ask();
          }}
        />
        Before every pass of the list
      </label>
      <p id={noteId} className={styles.note} role="status">
        Notifications come only while this page is open and shows the mission in step with UTC.{' '}
        {PERMISSION_TEXTS[permission]}
        {keepFailure !== undefined && ` They are not stored in this browser: ${keepFailure}.`}
      </p>
      {/* The end of some lists moves each minute, which must not be announced. */}
      {hasReach && (
        <p id={reachId} className={styles.note}>
          Set for the passes of this list, up to {formatUtcDate(listEnd)} {formatUtcMinute(listEnd)} UTC.
          Later ones are added only while Passes is open with this list.
        </p>
      )}
      {other && (
        <p className={styles.note}>
          Set for the passes of another list: {filterText(other.filter)} over{' '}
          {places.find(({ id }) => id === other.place)?.name ?? 'a place that is not in use'}. If you switch
          it on here, this list takes its place.
        </p>
      )}
    </div>
  );
}
