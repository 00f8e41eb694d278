import { useStore } from 'jotai';
import { type RefObject, useContext } from 'react';
import { MAIN_BRANCH } from '../../../shared/contract/transport.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { CopyPictureContext } from '../../kit/files/copy-picture.ts';
import { DownloadContext } from '../../kit/files/download.ts';
import { formatInstant, formatUtcTime } from '../../kit/format.ts';
import { announce } from '../../kit/toasts/announce.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { askStretches } from '../../mission/link/stretches.ts';
import { lookOf } from '../../mission/time/branch-look.ts';
import {
  comparedIdAtom,
  comparedNameAtom,
  shownIdAtom,
  shownNameAtom,
} from '../../mission/time/comparison.ts';
import { shownChannelsAtom, spanAtom } from './atoms.ts';
import { type ExportStep, openTelemetryFile } from './export.ts';
import { drawPicture } from './picture.ts';

/** Gives each export a separate toast. */
let exports = 0;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface Exports {
  readonly saveCsv: (step: ExportStep) => Promise<void>;
  readonly copyPicture: () => Promise<void>;
}

/**
 * Saves the samples of the charts' span, or copies the charts, and reports success or failure.
 * @param chartsRef contains the charts
 */
export function useExports(chartsRef: RefObject<HTMLElement | null>): Exports {
  const store = useStore();
  const download = useContext(DownloadContext);
  const copy = useContext(CopyPictureContext);
  const control = useSessionControl();

  return {
    async saveCsv(step) {
      const id = `telemetry-export-${++exports}`;
      const span = store.get(spanAtom);
      if (!span) return;
      try {
        const channels = store.get(shownChannelsAtom);
        const names = [store.get(shownNameAtom) ?? MAIN_BRANCH, store.get(comparedNameAtom)];
        const branches = names.filter((name) => name !== undefined);
        const ids = [store.get(shownIdAtom), store.get(comparedIdAtom)].slice(0, branches.length);
        const file = openTelemetryFile({ span, step, channels, branches });
        for await (const stretches of askStretches(control, { channels, ...span }, ids)) {
          file.add(stretches.map(({ samples }) => samples));
        }
        download(file.finish());
      } catch (error) {
        announce({ id, level: 'error', text: `The CSV export failed: ${reasonOf(error)}` });
        return;
      }
      announce({ id, level: 'success', text: 'Telemetry exported as CSV' });
    },
    async copyPicture() {
      const id = `telemetry-export-${++exports}`;
      const span = store.get(spanAtom);
      if (!span || !chartsRef.current) return;
      try {
        const compared = store.get(comparedNameAtom);
        const shown = store.get(shownNameAtom);
        // It is looked at on another day.
        const end = formatInstant(span.to, undefined, formatUtcTime);
        const title = `ORBITA-1 telemetry, ${formatDuration(span.to - span.from)} to ${end} UTC`;
        const [one = MAIN_BRANCH, other = ''] = [store.get(shownIdAtom), store.get(comparedIdAtom)];
        const legend = `; ${lookOf(one).word}: branch ${shown}, ${lookOf(other).word}: branch ${compared}`;
        const branch = one === MAIN_BRANCH ? '' : `; branch ${shown}`;
        await copy(drawPicture(chartsRef.current, title + (compared === undefined ? branch : legend)));
      } catch (error) {
        announce({ id, level: 'error', text: `Failed to copy the picture: ${reasonOf(error)}` });
        return;
      }
      announce({ id, level: 'success', text: 'Picture of the charts copied' });
    },
  };
}
