import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { toast } from 'sonner';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HashMark } from '../../../../src/shared/contract/journal.ts';
import {
  readRecording,
  type SavedRecording,
  writeRecording,
} from '../../../../src/shared/contract/recording.ts';
import { replayCostMs } from '../../../../src/shared/contract/replay-cost.ts';
import { addMs, MS_PER_DAY, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { LinkNotice } from '../../../../src/ui/app/LinkNotice.tsx';
import { DownloadContext, type ExportFile } from '../../../../src/ui/kit/files/download.ts';
import {
  addedSatellitesAtom,
  groupColoursAtom,
  recordedSatellitesAtom,
} from '../../../../src/ui/mission/fleet/atoms.ts';
import { toSatellite } from '../../../../src/ui/mission/fleet/kept-satellites.ts';
import {
  keepingAtom,
  linkFailureAtom,
  linkStateAtom,
  sliceAtoms,
} from '../../../../src/ui/mission/link/atoms.ts';
import { recordedPlacesAtom } from '../../../../src/ui/mission/places/atoms.ts';
import { asPlace } from '../../../../src/ui/mission/places/place-list.ts';
import { type Recorder, RecorderContext } from '../../../../src/ui/mission/recordings/recorder.ts';
import { decodeRecording, encodeRecording } from '../../../../src/ui/mission/recordings/recording-file.ts';
import { createRandom } from '../../../../src/worker/kit/random.ts';
import { startMission } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { ownPlace, ownStation } from '../../../support/places.ts';
import { recordingOf, simulateInputs } from '../../../support/recording.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { BRANCH, MISSION, transportView } from '../../../support/time-control.tsx';

const RECORDED = recordingOf(simulateInputs());
const FILE = writeRecording(RECORDED);

beforeAll(prefetchCards);
beforeEach(() => window.history.replaceState(null, '', '/'));

const toasts = () =>
  toast
    .getToasts()
    .flatMap((shown) => ('title' in shown ? [String(shown.title).replaceAll('\u00a0', ' ')] : []));
const question = () => screen.findByRole('dialog', { name: 'Open recording' });

function renderDashboard(recorder: Partial<Recorder> = {}, ui = <Dashboard />) {
  const store = createStore();
  store.set(linkStateAtom, { status: 'connected' });
  const saved: ExportFile[] = [];
  const open = vi.fn<Recorder['open']>((_recording, _costMs, onShown) => onShown?.());
  const copied: string[] = [];
  const given: Recorder = {
    begin: vi.fn<Recorder['begin']>(),
    takeRecording: async () => RECORDED,
    check: async ({ marks }) => ({ equalCount: marks.length }),
    open,
    copy: async (text) => void copied.push(await text),
    ...recorder,
  };
  renderWithOperations(
    <DownloadContext value={(file) => saved.push(file)}>
      <RecorderContext value={given}>{ui}</RecorderContext>
    </DownloadContext>,
    {},
    store,
  );
  return { store, saved, open, copied };
}

/** Returns satellites added by a user. */
const listOf = (...names: readonly string[]) => ({
  satellites: names.map((name, index) => toSatellite({ ...syntheticElements(index), OBJECT_NAME: name })),
  colours: new Map<string, number>(),
});

/** Drops a file with this text onto the page. */
function dropFile(text: string): void {
  const dataTransfer = { types: ['Files'], files: [new File([text], 'recording.jsonl')] };
  fireEvent.dragOver(document.body, { dataTransfer });
  expect(screen.getByText('Drop to open the recording')).toBeVisible();
  fireEvent.drop(document.body, { dataTransfer });
  expect(screen.queryByText('Drop to open the recording')).toBeNull();
}

async function chooseAction(name: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await userEvent.type(palette.getByRole('combobox'), `${name}{Enter}`);
}

describe('the recording of the mission', () => {
  it.each([
    ['the palette', () => chooseAction('Save recording')],
    [
      'the About panel',
      async () => {
        await userEvent.click(screen.getByRole('button', { name: /about this console/ }));
        const panel = within(await screen.findByRole('dialog', { name: 'About' }));
        await userEvent.click(panel.getByRole('button', { name: 'Save recording' }));
      },
    ],
  ])('is saved from %s as a file that can be opened', async (_where, choose) => {
    const { saved } = renderDashboard();
    await choose();
    await waitFor(() => expect(toasts()).toEqual(['Recording saved']));
    expect(saved.map(({ name }) => name)).toEqual(['orbita-recording-2026-11-20T12-15-00Z.jsonl']);
    const expected = { ...RECORDED, build: 'development build' };
    expect(readRecording(saved[0]?.text ?? '')).toEqual({ ok: true, value: expected });
  });

  it('is saved with the satellites of the list, and says so; a link has none, and says so', async () => {
    const { store, saved, copied } = renderDashboard();
    act(() => {
      store.set(addedSatellitesAtom, listOf('TEST 1', 'TEST 2').satellites);
      store.set(groupColoursAtom, new Map([['Mine', 3]]));
    });
    await chooseAction('Save recording');
    await waitFor(() => expect(toasts()).toContain('Recording saved, with 2 added satellites'));
    const read = readRecording(saved[0]?.text ?? '');
    const listed = read.ok ? read.value.satellites : undefined;
    expect(listed?.satellites.map(({ elements }) => elements.OBJECT_NAME)).toEqual(['TEST 1', 'TEST 2']);
    expect(listed?.colours).toEqual(new Map([['Mine', 3]]));
    await chooseAction('Copy link to recording');
    await waitFor(() =>
      expect(toasts()).toContain('Link to the recording copied, without 2 added satellites'),
    );
    const linked = await decodeRecording(new URL(copied[0] ?? '').hash.slice('#recording='.length));
    expect(linked.ok && linked.value.satellites).toBeUndefined();
  });

  it('is saved with the own places in use, and says so; a link has none', async () => {
    const { store, saved, copied } = renderDashboard();
    const session = startMission();
    session.control.setPlaces({ observer: asPlace(ownPlace('Berlin')), stations: [] });
    act(() => store.set(sliceAtoms.places, session.snapshot().places.value));
    await chooseAction('Save recording');
    await waitFor(() => expect(toasts()).toContain('Recording saved, with your own places in use'));
    const read = readRecording(saved[0]?.text ?? '');
    expect(read.ok && read.value.places).toEqual({ observer: asPlace(ownPlace('Berlin')), stations: [] });
    await chooseAction('Copy link to recording');
    await waitFor(() => expect(copied).toHaveLength(1));
    const linked = await decodeRecording(new URL(copied[0] ?? '').hash.slice('#recording='.length));
    expect(linked.ok && linked.value.places).toBeUndefined();
    expect(linked.ok).toBe(true);
  });

  it('is saved with the name of the branch that is shown', async () => {
    const { store, saved } = renderDashboard();
    const branches = [MISSION, { ...BRANCH, name: 'Wing folded' }];
    act(() => store.set(sliceAtoms.transport, transportView({ branch: BRANCH.id, branches })));
    await chooseAction('Save recording');
    await waitFor(() => expect(saved).toHaveLength(1));
    const read = readRecording(saved[0]?.text ?? '');
    expect(read.ok && read.value.branch).toBe('Wing folded');
  });

  it('is offered where a running simulation has stopped, and not where none has run', async () => {
    const { store, saved } = renderDashboard({}, <LinkNotice />);
    act(() => {
      store.set(linkStateAtom, { status: 'lost', attempt: 3 });
      store.set(linkFailureAtom, { reason: 'boom', hasEverStarted: false });
    });
    expect(screen.queryByRole('button', { name: 'Save recording' })).toBeNull();
    act(() => store.set(linkFailureAtom, { reason: 'boom', hasEverStarted: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Save recording' }));
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  it.each([
    [
      'whose replay is another mission',
      RECORDED,
      async () => ({ equalCount: 3, differsAt: addMs(RECORDED.header.startTime, 4 * MS_PER_MIN) }),
      'its replay differs from the mission at 12:04 UTC.',
    ],
    [
      'that cannot be lived through here',
      RECORDED,
      () => Promise.reject(new Error('the worker did not start')),
      'it could not be checked: the worker did not start.',
    ],
    [
      'that is too large to be read',
      { ...RECORDED, marks: Array.from({ length: 180_000 }, () => RECORDED.marks[0] as HashMark) },
      async () => ({ equalCount: 180_000 }),
      'it cannot be opened. The recording is too large: more than 8 MB.',
    ],
  ])('%s is saved under a name that says so, with a warning', async (_what, taken, check, fault) => {
    const { saved, copied } = renderDashboard({ takeRecording: async () => taken, check });
    await chooseAction('Save recording');
    await waitFor(() => expect(toasts()).toEqual([`The recording is saved, but ${fault}`]));
    expect(saved.map(({ name }) => name)).toEqual(['orbita-recording-2026-11-20T12-15-00Z-unverified.jsonl']);
    await chooseAction('Copy link to recording');
    const expected =
      taken === RECORDED
        ? `The link is copied, but the recording is not the mission: ${fault}`
        : 'Failed to copy a link: The recording is too long for a link. Save it as a file instead.';
    await waitFor(() => expect(toasts()).toContain(expected));
    expect(copied).toHaveLength(taken === RECORDED ? 1 : 0);
  });

  it('that no page opens because it is too long is saved unchecked, with a warning that names npm run replay', async () => {
    const taken = { ...RECORDED, time: addMs(RECORDED.time, 7 * MS_PER_DAY) };
    const check = vi.fn<Recorder['check']>();
    const { saved } = renderDashboard({ takeRecording: async () => taken, check });
    await chooseAction('Save recording');
    await waitFor(() =>
      expect(toasts()).toEqual([
        'The recording is saved, but it cannot be opened. The recording is too long: this page opens up to 7 days of mission, or inputs that take as long to compute. Use npm run replay.',
      ]),
    );
    expect(saved.map(({ name }) => name)).toEqual(['orbita-recording-2026-11-27T12-15-00Z-unverified.jsonl']);
    expect(check).not.toHaveBeenCalled();
  });

  it('fails in words before there is one', async () => {
    const { saved } = renderDashboard({ takeRecording: async () => undefined });
    await chooseAction('Save recording');
    await waitFor(() =>
      expect(toasts()).toEqual(['Failed to save the recording: there is nothing to record yet']),
    );
    expect(saved).toEqual([]);
  });
});

describe('a file that is dropped onto the page', () => {
  it('replaces the mission after a confirmation with its start, length and inputs, and what becomes of the present one', async () => {
    const { open, store } = renderDashboard();
    dropFile(FILE);
    const dialog = within(await question());
    expect(dialog.getByRole('heading', { name: 'Replace the running mission?' })).toBeVisible();
    const text = dialog.getByText(/^The recording starts at/).textContent;
    expect(text).toContain('starts at 2026-11-20 12:00:00 UTC and covers 15 min');
    expect(text).toContain('with 6 inputs and 15 hashes. It was made by another build: test build.');
    expect(text).toContain(
      'The mission of this window ends; it may not be kept: the database has not answered yet.',
    );
    act(() => store.set(keepingAtom, { status: 'on' }));
    expect(dialog.getByText(/The mission of this window ends; it is kept\.$/)).toBeVisible();
    expect(open).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Open recording' }));
    expect(open).toHaveBeenCalledExactlyOnceWith(RECORDED, replayCostMs(RECORDED), expect.any(Function));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('brings the places that were in use with it', async () => {
    const places = { stations: [asPlace(ownStation('Dish'))] };
    const { store } = renderDashboard();
    dropFile(writeRecording({ ...RECORDED, places }));
    const dialog = within(await question());
    expect(dialog.getByText(/Its places are used in this window; your own are unchanged\./)).toBeVisible();
    expect(store.get(recordedPlacesAtom)).toBeUndefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Open recording' }));
    expect(store.get(recordedPlacesAtom)).toEqual(places);
  });

  it('brings the satellites that were added with it, and takes them away with one that has none', async () => {
    const satellites = listOf('TEST 1');
    const { store } = renderDashboard();
    dropFile(writeRecording({ ...RECORDED, satellites }));
    const dialog = within(await question());
    expect(
      dialog.getByText(/1 satellite that was added is shown in this window; your list stays as it is\./),
    ).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Open recording' }));
    expect(store.get(recordedSatellitesAtom)?.satellites.map(({ elements }) => elements.OBJECT_NAME)).toEqual(
      ['TEST 1'],
    );
    dropFile(FILE);
    await userEvent.click(within(await question()).getByRole('button', { name: 'Open recording' }));
    expect(store.get(recordedSatellitesAtom)).toBeUndefined();
  });

  it('leaves the places and the satellites as they are if it cannot be opened', async () => {
    const places = { stations: [asPlace(ownStation('Dish'))] };
    const { store } = renderDashboard({ open: () => undefined });
    act(() => {
      store.set(recordedPlacesAtom, places);
      store.set(recordedSatellitesAtom, listOf('TEST 1'));
    });
    dropFile(FILE);
    await userEvent.click(within(await question()).getByRole('button', { name: 'Open recording' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(store.get(recordedPlacesAtom)).toEqual(places);
    expect(store.get(recordedSatellitesAtom)?.satellites).toHaveLength(1);
  });

  it('changes nothing when cancelled', async () => {
    const { open } = renderDashboard();
    dropFile(FILE);
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(open).not.toHaveBeenCalled();
  });

  it.each([
    ['foreign', 'Section,Name,Value', 'This is not a recording of ORBITA-1.'],
    ['truncated', FILE.slice(0, -20), 'The recording is incomplete: its end is missing.'],
    ['too large', FILE + ' '.repeat(8_000_000), 'The recording is too large: more than 8 MB.'],
    [
      'too long to live through',
      writeRecording({ ...RECORDED, time: addMs(RECORDED.time, 7 * MS_PER_DAY) }),
      'The recording is too long: this page opens up to 7 days of mission, or inputs that take as long to compute. Use npm run replay.',
    ],
  ])('is refused in words if it is %s', async (_what, text, message) => {
    const { open } = renderDashboard();
    dropFile(text);
    await waitFor(() => expect(toasts()).toEqual([message]));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(open).not.toHaveBeenCalled();
  });
});

describe('a link', () => {
  const visit = (code: string) => {
    window.history.replaceState(null, '', `/?tab=telemetry#recording=${code}`);
    return renderDashboard();
  };
  const codeOf = async (recording: SavedRecording): Promise<string> => {
    const code = await encodeRecording(recording);
    return code.ok ? code.value : '';
  };

  it('to the recording is copied, and asks before it replaces the mission of the page it opens', async () => {
    const { copied } = renderDashboard();
    await chooseAction('Copy link to recording');
    await waitFor(() => expect(toasts()).toEqual(['Link to the recording copied']));
    expect(copied).toHaveLength(1);
    const [, code = ''] = copied[0]?.split('#recording=') ?? [];
    expect(code).toMatch(/^[\w-]{100,3000}$/);
    expect(await decodeRecording(code)).toEqual({
      ok: true,
      value: { ...RECORDED, build: 'development build' },
    });
  });

  it('asks before it replaces the mission of a fresh page, and leaves the address', async () => {
    const { open } = visit(await codeOf(RECORDED));
    const dialog = within(await question());
    expect(window.location.hash).toBe('');
    expect(window.location.search).toBe('?tab=telemetry');
    await userEvent.click(dialog.getByRole('button', { name: 'Open recording' }));
    expect(open).toHaveBeenCalledOnce();
  });

  it.each([
    ['empty', ''],
    ['cut', 'fY9Bb9swDIX'],
    ['of other characters', 'a+b%20'],
    ['far too long', 'A'.repeat(9000)],
  ])('that is %s is refused in words, and leaves the address', async (_what, code) => {
    const { open } = visit(code);
    await waitFor(() => expect(toasts()).toEqual(['The link does not hold a complete recording.']));
    expect(window.location.hash).toBe('');
    expect(open).not.toHaveBeenCalled();
  });

  it('is not made of a long recording', async () => {
    const random = createRandom(1);
    const marks = Array.from({ length: MS_PER_DAY / MS_PER_MIN }, (_, minute) => ({
      time: addMs(RECORDED.header.startTime, minute * MS_PER_MIN),
      entryCount: 0,
      hash: Array.from({ length: 16 }, () => Math.floor(16 * random.next()).toString(16)).join(''),
    }));
    const long = { ...RECORDED, marks };
    renderDashboard({ takeRecording: async () => long });
    await chooseAction('Copy link to recording');
    await waitFor(() =>
      expect(toasts()).toEqual([
        'Failed to copy a link: The recording is too long for a link. Save it as a file instead.',
      ]),
    );
  });

  it('that unpacks to megabytes of nothing is refused, and a longer one is not unpacked', async () => {
    const zeros = new Blob([new Uint8Array(6_000_000)])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = Buffer.from(await new Response(zeros).arrayBuffer());
    const link = bytes.toString('base64url');
    expect(await decodeRecording(link)).toEqual({
      ok: false,
      message: 'This is not a recording of ORBITA-1.',
    });
    expect(await decodeRecording(link.padEnd(8193, 'A'))).toEqual({
      ok: false,
      message: 'The link does not hold a complete recording.',
    });
  });
});
