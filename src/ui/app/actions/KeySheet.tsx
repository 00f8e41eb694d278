import { useAtom, useSetAtom } from 'jotai';
import { useId, useRef } from 'react';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { ScrollFrame } from '../../kit/page/ScrollFrame.tsx';
import { hasSingleKeysAtom } from '../../kit/preferences/preferences.ts';
import { closeDialogAtom } from './dialogs.ts';
import styles from './key-sheet.module.css';
import { Keys } from './keys.tsx';
import { useShellActions } from './use-shell-actions.ts';

/** Standard keys of browser controls, listed for beginners. */
const STANDARD_KEYS = [
  { keys: 'Tab', name: 'Go to the next control' },
  { keys: 'shift+Tab', name: 'Go back' },
  { keys: '← →', name: 'Move through the tabs' },
  { keys: 'Esc', name: 'Close the top panel' },
] as const;

/** Keys of a telemetry chart that has the focus. */
const CHART_KEYS = [
  { keys: '← →', name: 'Move the cursor of a chart' },
  { keys: '+ −', name: 'Zoom in or out' },
  { keys: 'PgUp PgDn', name: 'Later or earlier' },
  { keys: 'Esc', name: 'Back to the range' },
] as const;

/** Keys of the map while one of its buttons has the focus. */
const MAP_KEYS = [
  { keys: '← → ↑ ↓', name: 'Move the map' },
  { keys: '+ −', name: 'Zoom in or out' },
  { keys: '0', name: 'Reset view' },
] as const;

/** All keys of the page, and the switch for those without Ctrl or Cmd. */
export function KeySheet() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const closed = useSetAtom(closeDialogAtom);
  const [hasSingleKeys, setSingleKeys] = useAtom(hasSingleKeysAtom);
  const actions = useShellActions().filter(({ keys }) => keys !== undefined);
  const groups = [...new Set(actions.map(({ group }) => group))];
  const noteId = useId();
  return (
    <ModalDialog ref={dialogRef} label="Keys" className={styles.dialog} onClosed={() => closed('keys')}>
      <div className={styles.sheet}>
        <DialogHeader
          title="Keys"
          onClose={() => {
            dialogRef.current?.close();
            closed('keys');
          }}
        />
        <ScrollFrame className={styles.groups} name="List of keys">
          <div className={styles.columns}>
            {groups.map((group) => (
              <KeyGroup
                key={group}
                name={group}
                rows={actions.filter((action) => action.group === group)}
                isOff={!hasSingleKeys}
              />
            ))}
            <KeyGroup name="Everywhere" rows={STANDARD_KEYS} />
            <KeyGroup name="On a telemetry chart" rows={CHART_KEYS} />
            <KeyGroup name="On the map" rows={MAP_KEYS} />
          </div>
        </ScrollFrame>
        <div className={styles.choice}>
          <label className={styles.switch}>
            <input
              type="checkbox"
              checked={hasSingleKeys}
              aria-describedby={noteId}
              onChange={({ target }) => setSingleKeys(target.checked)}
            />
            Single-key shortcuts
          </label>
          <p id={noteId} className={styles.note}>
            Inactive while you type. Switch them off if you use speech input or press them by mistake.
          </p>
        </div>
      </div>
    </ModalDialog>
  );
}

interface KeyGroupProps {
  readonly name: string;
  readonly rows: readonly { readonly name: string; readonly keys?: string }[];
  /** True if its single keys are switched off. */
  readonly isOff?: boolean;
}

function KeyGroup({ name, rows, isOff = false }: KeyGroupProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {name}
      </h3>
      <dl>
        {rows.map(
          (row) =>
            row.keys !== undefined && (
              <div key={row.name} className={styles.row} data-off={isOff && !row.keys.startsWith('mod+')}>
                <dt>{row.name}</dt>
                <dd>
                  <Keys keys={row.keys} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
