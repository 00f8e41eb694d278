import { useSetAtom } from 'jotai';
import { useId, useRef } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { DialogHeader } from '../../kit/controls/DialogHeader.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import { VERSION } from '../../kit/page/version.ts';
import styles from './about.module.css';
import { closeDialogAtom, openDialogAtom } from './dialogs.ts';
import { useRecordings } from './use-recordings.ts';

/** Written by the build (scripts/notices.mjs). */
const NOTICES = '/third-party-notices.txt';

const FACTS = [
  { term: 'Version', text: VERSION },
  { term: 'ORBITA-1', text: 'Simulated in this page: orbit, spacecraft, faults and operations.' },
  { term: 'ISS', text: 'Live data from Open Notify, N2YO and CelesTrak; otherwise predicted or simulated.' },
  { term: 'Satellites', text: 'Orbital elements from CelesTrak, or your own.' },
  { term: 'Map', text: 'Natural Earth; surface and city lights: NASA Earth Observatory.' },
  { term: 'Cities', text: 'GeoNames (CC BY 4.0).' },
] as const;

/** Purpose and build of the product, and the third-party work and data in it. */
export function About() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const closed = useSetAtom(closeDialogAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const noteId = useId();
  const recordingId = useId();
  const recordings = useRecordings();
  const close = () => {
    dialogRef.current?.close();
    closed('about');
  };
  return (
    <ModalDialog ref={dialogRef} label="About" className={styles.dialog} onClosed={() => closed('about')}>
      <DialogHeader title="About" onClose={close} />
      <div className={styles.about}>
        <h3 className={styles.name}>ORBITA-1 mission control</h3>
        <p>Mission control for a simulated satellite, with live data from the ISS.</p>
        <dl className={styles.facts}>
          {FACTS.map(({ term, text }) => (
            <div key={term} className={styles.fact}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {recordings && (
          <div className={styles.ways}>
            <span id={recordingId} className={styles.sentence}>
              A recording repeats this mission exactly, for example with a bug report.
            </span>
            <Button
              aria-describedby={recordingId}
              onClick={() => {
                close();
                recordings.save();
              }}
            >
              Save recording
            </Button>
            <Button
              onClick={() => {
                close();
                recordings.choose();
              }}
            >
              Open recording…
            </Button>
          </div>
        )}
        <div className={styles.ways}>
          {/* Opens in a new tab because the mission runs in this page. */}
          <a
            href={NOTICES}
            target="_blank"
            rel="noreferrer"
            className={styles.notices}
            aria-describedby={noteId}
          >
            Third-party notices
          </a>
          <span id={noteId} className={styles.note}>
            opens in a new tab
          </span>
          <Button
            onClick={() => {
              close();
              openDialog('keys');
            }}
          >
            Show all keys
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}
