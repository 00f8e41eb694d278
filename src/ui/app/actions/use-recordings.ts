import { useSetAtom, useStore } from 'jotai';
import { useContext } from 'react';
import type { SavedRecording } from '../../../shared/contract/recording.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { DownloadContext } from '../../kit/files/download.ts';
import { formatCount, formatUtcMinute } from '../../kit/format.ts';
import { VERSION } from '../../kit/page/version.ts';
import { announce, type Toast } from '../../kit/toasts/announce.ts';
import { addedSatellitesAtom, groupColoursAtom } from '../../mission/fleet/atoms.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { loadRecordingFile } from '../../mission/recordings/load-recording-file.ts';
import { RecorderContext } from '../../mission/recordings/recorder.ts';
import { openDialogAtom, recordingToOpenAtom } from './dialogs.ts';

/** Actions on recordings of the mission. Each reports success or failure in a toast. */
export interface Recordings {
  /** Saves the mission so far as a file. */
  save(): void;
  /** Lets the operator choose a file to open. */
  choose(): void;
  /** Asks whether the recording in a file should replace the mission. */
  open(file: Blob): void;
  /** Asks the same for a recording encoded in an address. */
  openCode(code: string): void;
  /** Copies an address that contains the recording. */
  copyLink(): void;
}

/** Fragment of an address that contains a recording. */
export const RECORDING_FRAGMENT = '#recording=';

/** Gives each report a separate toast. */
let toasts = 0;
const nextToast = (): string => `recording-${++toasts}`;
const report = (level: Toast['level'], text: string, id = nextToast()): void => announce({ id, level, text });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Shown while a recording is replayed. */
const CHECKING = 'Checking the recording…';

const namesOf = (count: number): readonly string[] =>
  count === 0 ? [] : [`${formatCount(count)} added ${count === 1 ? 'satellite' : 'satellites'}`];

/** Kept referenced: a browser may collect an unreferenced input before a file is chosen. */
let chooser: HTMLInputElement | undefined;

/** Returns `undefined` without a mission. */
export function useRecordings(): Recordings | undefined {
  const recorder = useContext(RecorderContext);
  const download = useContext(DownloadContext);
  const setRecording = useSetAtom(recordingToOpenAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const store = useStore();
  if (!recorder) return undefined;

  /**
   * Returns the mission so far as saved in a link: without places, which are private, and satellites, which
   * are many.
   */
  async function recorded(): Promise<SavedRecording> {
    const recording = await recorder?.takeRecording();
    if (!recording) throw new Error('there is nothing to record yet');
    const { header, entries, marks, time } = recording;
    const { branch: id, branches = [] } = store.get(sliceAtoms.transport) ?? {};
    const branch = branches.find((view) => view.id === id)?.name;
    return { build: VERSION, branch, header, entries, marks, time };
  }

  /** Returns why a recording does not reproduce the mission, as a clause; `undefined` if it does. */
  async function faultOf(recording: SavedRecording): Promise<string | undefined> {
    const { checkRecording } = await loadRecordingFile();
    const read = checkRecording(recording);
    if (!read.ok) return `it cannot be opened. ${read.message}`;
    try {
      const { differsAt } = (await recorder?.check(read.value)) ?? {};
      return differsAt && `its replay differs from the mission at ${formatUtcMinute(differsAt)} UTC.`;
    } catch (error) {
      return `it could not be checked: ${messageOf(error)}.`;
    }
  }

  /** Runs a step and reports its failure to the operator. Its reports replace each other. */
  function attempt(what: string, step: (reportStep: typeof report) => Promise<void>): void {
    const id = nextToast();
    step((level, text) => report(level, text, id)).catch((error: unknown) =>
      report('error', `Failed to ${what}: ${messageOf(error)}`, id),
    );
  }

  const ask = (
    read: (files: Awaited<ReturnType<typeof loadRecordingFile>>) => Promise<Result<SavedRecording>>,
  ) =>
    attempt('read the recording', async (reportStep) => {
      const recording = await read(await loadRecordingFile());
      if (!recording.ok) {
        reportStep('error', recording.message);
        return;
      }
      setRecording(recording.value);
      openDialog('recording');
    });

  const open = (file: Blob): void => ask(({ readRecordingFile }) => readRecordingFile(file));

  return {
    open,
    openCode: (code) => ask(({ decodeRecording }) => decodeRecording(code)),
    save: () =>
      attempt('save the recording', async (reportStep) => {
        const { buildRecordingFile } = await loadRecordingFile();
        const chosen = store.get(sliceAtoms.places)?.chosen;
        const places = chosen && (chosen.observer || chosen.stations.length > 0) ? chosen : undefined;
        const listed = store.get(addedSatellitesAtom);
        const satellites =
          listed.length > 0 ? { satellites: listed, colours: store.get(groupColoursAtom) } : undefined;
        const taken = await recorded();
        reportStep('info', CHECKING);
        const recording = { ...taken, ...(places && { places }), ...(satellites && { satellites }) };
        const fault = await faultOf(recording);
        download(buildRecordingFile(recording, fault === undefined));
        if (fault !== undefined) {
          reportStep('warning', `The recording is saved, but ${fault}`);
          return;
        }
        const what = [...(places ? ['your own places in use'] : []), ...namesOf(listed.length)];
        reportStep('success', ['Recording saved', what.join(' and ')].filter(Boolean).join(', with '));
      }),
    choose() {
      chooser = document.createElement('input');
      chooser.type = 'file';
      chooser.accept = '.jsonl';
      chooser.addEventListener('change', () => {
        const file = chooser?.files?.[0];
        if (file) open(file);
      });
      chooser.click();
    },
    copyLink: () =>
      attempt('copy a link', async (reportStep) => {
        let fault: string | undefined;
        const link = async (): Promise<string> => {
          const { encodeRecording } = await loadRecordingFile();
          const taken = await recorded();
          const code = await encodeRecording(taken);
          if (!code.ok) throw new Error(code.message);
          reportStep('info', CHECKING);
          fault = await faultOf(taken);
          const { origin, pathname } = window.location;
          return `${origin}${pathname}${RECORDING_FRAGMENT}${code.value}`;
        };
        await recorder.copy(link());
        const [satellites] = namesOf(store.get(addedSatellitesAtom).length);
        const without = satellites ? `, without ${satellites}` : '';
        if (fault === undefined) reportStep('success', `Link to the recording copied${without}`);
        else reportStep('warning', `The link is copied, but the recording is not the mission: ${fault}`);
      }),
  };
}
