import '@fontsource/b612/latin-400.css';
import '@fontsource/b612/latin-700.css';
import 'sonner/dist/styles.css';
import '../kit/style/tokens.css';
import '../kit/style/base.css';
import '../kit/style/start.css';
import '../kit/style/toasts.css';
import { type Remote, releaseProxy, wrap } from 'comlink';
import { type Atom, createStore, Provider } from 'jotai';
import { createRoot } from 'react-dom/client';
import { channelOf, type Goodbye, type MissionId } from '../../shared/contract/consoles.ts';
import type { FleetHost } from '../../shared/contract/fleet.ts';
import type { MissionHost } from '../../shared/contract/mission-host.ts';
import { READABLE_RATE } from '../../shared/contract/transport.ts';
import { toHex } from '../../shared/kit/octets.ts';
import { epochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { toToast } from '../features/anomalies/to-toast.tsx';
import {
  isConsolesPanelOpenAtom,
  isGroundLinkOfferedAtom,
  isGroundLinkWantedAtom,
} from '../features/consoles/atoms.ts';
import { readConsoleName } from '../features/consoles/console-name.ts';
import type { Notifier } from '../features/passes/start-alerts.ts';
import { ALERTS_KEY, areAlertsWantedAtom } from '../features/passes/wanted-alerts.ts';
import { LocksContext, ToneContext } from '../features/sound/sound.ts';
import { createTone } from '../features/sound/tone.ts';
import { arePopoversFetchedAtom, fetchPopovers } from '../kit/controls/PopoverView.tsx';
import { CopyPictureContext, copyPictureTo } from '../kit/files/copy-picture.ts';
import { keepOffline } from '../kit/offline/keep-offline.ts';
import { newVersionAtom } from '../kit/offline/new-version.ts';
import { createChunkLoader, readChunkFiles } from '../kit/on-demand/chunk-files.ts';
import { loadChunks, provideChunkLoader } from '../kit/on-demand/load-chunks.ts';
import { hasKept } from '../kit/page/kept-atom.ts';
import { networkAtom } from '../kit/page/network.ts';
import { isSettledAtom } from '../kit/page/settled.ts';
import { type After, timersAtom } from '../kit/page/timers.ts';
import { announce, type Toast, whenToastWaits } from '../kit/toasts/announce.ts';
import { holdToasts } from '../kit/toasts/toast-queue.ts';
import {
  fleetFailureAtom,
  isFleetWantedAtom,
  isSatellitesOpenAtom,
  recordedSatellitesAtom,
  SATELLITES_KEY,
} from '../mission/fleet/atoms.ts';
import type { FleetEffects } from '../mission/fleet/start-fleet.ts';
import {
  askedMissionAtom,
  keepingAtom,
  losesBranchesAtom,
  roomAddressAtom,
  roomRefusalAtom,
  sliceAtoms,
} from '../mission/link/atoms.ts';
import { type LinkEffects, linkMission, type WorkerConnection } from '../mission/link/link.ts';
import { createMemoryLog } from '../mission/link/memory-log.ts';
import { createMissionTime, MissionTimeContext } from '../mission/link/mission-time.ts';
import { OperationsContext } from '../mission/link/operations.ts';
import { SessionControlContext } from '../mission/link/session-control.ts';
import { type Sharing, SharingContext } from '../mission/link/sharing.ts';
import { keepInTab, takeFromTab } from '../mission/link/tab-branches.ts';
import {
  hasObserver,
  offersGroundLink,
  readBeginning,
  readDisplay,
  readMission,
  readRoom,
} from '../mission/navigation/address.ts';
import { isPlacesOpenAtom, PLACES_KEY, recordedPlacesAtom, refusalAtom } from '../mission/places/atoms.ts';
import { type Recorder, RecorderContext } from '../mission/recordings/recorder.ts';
import { type WallEffects, WallEffectsContext } from '../wall/effects.ts';
import { App } from './App.tsx';
import { prefetchDialogs } from './actions/deferred-dialogs.ts';
import { IsAppleContext } from './actions/keys.tsx';
import { prefetchCards } from './deferred-parts.ts';
import { toastRequestsAtom } from './ToastsOnDemand.tsx';
import { scriptPolicy, type TrustedTypesFactory } from './trusted-types.ts';

/** Composition root of the page: the only file that touches the clock, timers and the worker. */

// Browsers without Trusted Types need no policy.
(globalThis as { readonly trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy(
  'default',
  scriptPolicy(location.href),
);

const chunkFiles = readChunkFiles(document);
provideChunkLoader(createChunkLoader(chunkFiles, (path) => fetch(path)));
// Preloads; a failed chunk is loaded again when the map is shown.
if (chunkFiles) loadChunks(['early']).catch(() => undefined);

function connectTo<Host>(
  worker: Worker,
  onFailure: (message?: string) => void,
): WorkerConnection<Remote<Host>> {
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    onFailure(event.message || undefined); // no message: its script failed to load
  });
  worker.addEventListener('messageerror', () => onFailure('failed to read a worker message'));
  const host = wrap<Host>(worker);
  return {
    host,
    close() {
      host[releaseProxy]();
      worker.terminate();
    },
  };
}
const startWorker: LinkEffects['connect'] = (onFailure) =>
  connectTo<MissionHost>(
    new Worker(new URL('../../worker/index.ts', import.meta.url), { type: 'module' }),
    onFailure,
  );
const startFleetWorker: FleetEffects['connect'] = (onFailure) =>
  connectTo<FleetHost<AbortSignal>>(
    new Worker(new URL('../../worker/fleet-worker.ts', import.meta.url), { type: 'module' }),
    onFailure,
  );

const now = () => performance.now();
const store = createStore();
const missionTime = createMissionTime();
const readMissionTime = () => missionTime.at(now());

function every(periodMs: number, callback: () => void): () => void {
  const timer = setInterval(callback, periodMs);
  return () => clearInterval(timer);
}

const after: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};

const fetchToasts = () => store.set(toastRequestsAtom, (count) => count + 1);
whenToastWaits(fetchToasts);

/** A wall shows no toasts: queued ones would all appear on leaving it. */
const isDesk = () => readDisplay(new URLSearchParams(location.search)) === 'desk';

const toastQueue = holdToasts({
  isHidden: () => document.hidden,
  show: announce,
  soon: queueMicrotask,
  isFast: () => (store.get(sliceAtoms.transport)?.rate ?? 1) > READABLE_RATE,
  now,
  later: (callback, ms) => void setTimeout(callback, ms),
});
document.addEventListener('visibilitychange', toastQueue.release);

/** 128 random bits. */
const newMissionId = (): MissionId => toHex(crypto.getRandomValues(new Uint8Array(16)));

const address = new URLSearchParams(location.search);
const asked = readRoom(address, location.hash);
/** A mission that another window shows; a shared one has a key. */
const join = asked ? undefined : readMission(address);
store.set(askedMissionAtom, join);

const openChannel = (name: string): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);

const memory = createMemoryLog(takeFromTab());
const link = linkMission({
  memory,
  store,
  missionTime,
  console: {
    missionId: newMissionId(),
    join,
    room: asked === 'malformed' ? undefined : asked,
    begin: readBeginning(address),
    kind: readDisplay(address),
    name: readConsoleName(),
    openedAt: epochMs(performance.timeOrigin),
    window: newMissionId(),
  },
  newMissionId,
  sayGoodbye(mission, from) {
    const channel = openChannel(channelOf(mission));
    channel?.postMessage({ type: 'bye', from } satisfies Goodbye);
    channel?.close();
  },
  connect: startWorker,
  now,
  utc: () => epochMs(Date.now()),
  // Not `randomUUID`, which is unavailable over plain HTTP.
  newRequestId: () => crypto.getRandomValues(new Uint32Array(4)).join('-'),
  every,
  announce: (announcement) => {
    if (isDesk()) toastQueue.announce(toToast(announcement));
  },
});

if (asked === 'malformed')
  store.set(roomRefusalAtom, 'The link to the shared mission does not work: it is incomplete or mistyped.');

/** Keys of shared missions that this window has shown: on the way back through its history it does not enter them again. */
const knownKeys = new Set<string>();
const noteKey = (): void => void knownKeys.add(store.get(roomAddressAtom)?.key ?? '');
noteKey();
store.sub(roomAddressAtom, noteKey);
// A link pasted into the address bar changes the fragment alone, if it leads to the same mission.
addEventListener('hashchange', ({ newURL }) => {
  // The address of now may be that of the mission shown again.
  const { searchParams, hash } = new URL(newURL);
  const room = readRoom(searchParams, hash);
  if (room && room !== 'malformed' && !knownKeys.has(room.key)) link.enterRoom(room);
});

/** Keeps the mission in this browser and offers the kept missions to continue. */
async function keepMissions(): Promise<void> {
  await loadChunks(['start-kept-missions']);
  const { startKeptMissions } = await import('../features/kept-missions/start-kept-missions.ts');
  startKeptMissions({
    store,
    link,
    openChannel,
    after: (delayMs, callback) => void setTimeout(callback, delayMs),
    now: () => epochMs(Date.now()),
    announce: announceAtDesk,
  });
}

interface LazyPart {
  readonly chunk: string;
  /** Imports the part and returns its start function. */
  readonly load: () => Promise<() => void>;
  readonly wishes: readonly Atom<unknown>[];
  readonly reportFailure: (error: Error) => void;
}

/**
 * Starts a part of the page once, when one of its wishes is first true; nothing is loaded before. A failed
 * part can be requested again. Returns a function to start it directly.
 */
function startWhenWanted({ chunk, load, wishes, reportFailure }: LazyPart): () => void {
  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    await loadChunks([chunk]);
    const begin = await load();
    if (isStarted) return;
    isStarted = true;
    begin();
  };
  const want = () => void start().catch(reportFailure);
  for (const wish of wishes) store.sub(wish, () => store.get(wish) && want());
  return want;
}

const announceAtDesk = (toast: Toast): void => {
  if (isDesk()) toastQueue.announce(toast);
};

let cancelSatellites = () => {};
/** Satellites added by the user: wanted again if their code cannot be loaded, as nobody can ask for it on a wall. */
const startSatellites = startWhenWanted({
  chunk: 'start-fleet',
  async load() {
    const { startFleet } = await import('../mission/fleet/start-fleet.ts');
    return () => startFleet({ store, connect: startFleetWorker, newId: newMissionId, after });
  },
  wishes: [isSatellitesOpenAtom, isFleetWantedAtom, recordedSatellitesAtom],
  reportFailure({ message }) {
    store.set(fleetFailureAtom, message);
    cancelSatellites();
    cancelSatellites = after(10 * MS_PER_S, startSatellites);
  },
});

/** Places added by the user. */
const startOwnPlaces = startWhenWanted({
  chunk: 'start-places',
  async load() {
    const { startPlaces } = await import('../mission/places/start-places.ts');
    return () =>
      startPlaces({
        store,
        query: address,
        origin: location.origin,
        setPlaces: link.session.setPlaces,
        setNetwork: link.session.setNetwork,
        geolocation: () => navigator.geolocation,
        copy: async (text) => navigator.clipboard.writeText(text),
        replaceQuery: (query) =>
          history.replaceState(
            history.state,
            '',
            `${location.pathname}${query && `?${query}`}${location.hash}`,
          ),
        currentQuery: () => new URLSearchParams(location.search),
        newId: newMissionId,
        announce: announceAtDesk,
      });
  },
  wishes: [isPlacesOpenAtom, recordedPlacesAtom],
  reportFailure: ({ message }) => store.set(refusalAtom, `${message}.`),
});

/** Ground systems outside of the browser, in a window that was opened for them. */
startWhenWanted({
  chunk: 'start-ground-link',
  async load() {
    const { startGroundLink } = await import('../features/consoles/start-ground-link.ts');
    return () => startGroundLink({ store, setGroundLink: link.session.setGroundLink });
  },
  wishes: [isGroundLinkWantedAtom],
  reportFailure({ message }) {
    store.set(isGroundLinkWantedAtom, false);
    announceAtDesk({ id: 'ground-link', level: 'error', text: `${message}.` });
  },
});
if (offersGroundLink(address)) {
  store.set(isGroundLinkOfferedAtom, true);
  store.set(isConsolesPanelOpenAtom, true);
}

/** Runs in one window at a time, where the browser has locks: not over plain HTTP. */
const alone = async (run: () => void): Promise<void> => {
  if (!navigator.locks) run();
  else await navigator.locks.request('orbita.pass-alerts', run);
};
const browserNotifier: Notifier = {
  permission: () => Notification.permission,
  requestPermission: () => Notification.requestPermission(),
  show: (title, text, tag) => void new Notification(title, { body: text, tag }),
};

/** Notifications before passes. */
const startPassAlerts = startWhenWanted({
  chunk: 'start-alerts',
  async load() {
    const { startAlerts } = await import('../features/passes/start-alerts.ts');
    const notifier = 'Notification' in window ? browserNotifier : undefined;
    const canAnnounce = () => isDesk() && !document.hidden;
    return () => startAlerts({ store, notifier, alone, announce: announceAtDesk, canAnnounce });
  },
  wishes: [areAlertsWantedAtom],
  reportFailure: console.info,
});

// A page in the back/forward cache continues when it is shown again.
addEventListener('pagehide', ({ persisted }) => {
  const room = store.get(roomAddressAtom);
  keepInTab(room && memory.read(room.id));
  link.suspend(persisted);
});
addEventListener('pageshow', () => {
  takeFromTab(); // this page has it
  link.resume();
});
document.addEventListener('visibilitychange', () => document.hidden && link.flush());

// Only while branches would be lost: a listener may keep the page out of the back/forward cache.
const askBeforeLoss = (event: BeforeUnloadEvent): void => event.preventDefault();
store.sub(losesBranchesAtom, () => {
  if (store.get(losesBranchesAtom)) addEventListener('beforeunload', askBeforeLoss);
  else removeEventListener('beforeunload', askBeforeLoss);
});

store.set(timersAtom, { after });

const wallEffects: WallEffects = {
  // Unavailable over plain HTTP: `async` turns that into a rejection.
  requestWakeLock: async () => navigator.wakeLock.request('screen'),
  after,
  now: () => Date.now(),
  reload: () => window.location.reload(),
};
const playTone = createTone({
  openAudio: () => new AudioContext(),
  mayPlay: () => navigator.userActivation?.hasBeenActive ?? true,
  onNextGesture(callback) {
    const gesture = new AbortController();
    const onGesture = () => {
      gesture.abort();
      callback();
    };
    for (const name of ['pointerup', 'keydown'])
      window.addEventListener(name, onGesture, { signal: gesture.signal });
  },
});

const recorder: Recorder = {
  takeRecording: link.takeRecording,
  check: link.check,
  open: link.open,
  begin: link.begin,
  // Passed as a promise: a browser may allow it only during the gesture.
  async copy(text) {
    const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
    blob.catch(() => undefined); // the caller reports it
    if (!navigator.clipboard) throw new Error('this page has no access to the clipboard');
    await Promise.all([blob, navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])]);
  },
};

const sharing: Sharing = {
  shareMission: link.rooms.shareMission,
  renewRoomKeys: link.rooms.renewRoomKeys,
  sendDoneAlone: link.rooms.sendDoneAlone,
  enterRoom: link.enterRoom,
};

const copyPicture = (picture: HTMLCanvasElement) => copyPictureTo(navigator.clipboard, picture);

/** Same test as in react-hotkeys-hook, whose `mod` is then ⌘. */
const isApple = /mac/i.test(navigator.userAgent) && !/iphone|ipad|ipod/i.test(navigator.userAgent);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <Provider store={store}>
    <MissionTimeContext value={readMissionTime}>
      <SessionControlContext value={link.session}>
        <OperationsContext value={link.operations}>
          <WallEffectsContext value={wallEffects}>
            <ToneContext value={playTone}>
              <LocksContext value={navigator.locks}>
                <IsAppleContext value={isApple}>
                  <RecorderContext value={recorder}>
                    <SharingContext value={sharing}>
                      <CopyPictureContext value={copyPicture}>
                        <App onNotFound={(path) => console.info(`404: no page at ${path}`)} />
                      </CopyPictureContext>
                    </SharingContext>
                  </RecorderContext>
                </IsAppleContext>
              </LocksContext>
            </ToneContext>
          </WallEffectsContext>
        </OperationsContext>
      </SessionControlContext>
    </MissionTimeContext>
  </Provider>,
);

const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
const savesData = connection?.saveData === true;
store.set(networkAtom, { fetchFile: (url) => fetch(url), savesData });

/** Browsers without idle callbacks use a short delay. */
const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5000 });
  else setTimeout(task, 1000);
};

// Fetches the rest once the Overview has its data.
const stopWaiting = store.sub(sliceAtoms.telemetry, () => {
  stopWaiting();
  whenIdle(() => {
    store.set(isSettledAtom, true);
    store.set(toastRequestsAtom, (count) => Math.max(count, 1));
    void fetchPopovers().then(
      () => store.set(arePopoversFetchedAtom, true),
      () => undefined,
    );
    if (!savesData) {
      void prefetchCards();
      void prefetchDialogs();
    }
    if (hasKept(store.get, SATELLITES_KEY)) startSatellites();
    if (hasKept(store.get, PLACES_KEY) || hasObserver(address)) startOwnPlaces();
    if (hasKept(store.get, ALERTS_KEY)) startPassAlerts();
    keepMissions().catch(({ message }: Error) =>
      store.set(keepingAtom, { status: 'stopped', reason: `its code failed to load: ${message}` }),
    );
  });
});

async function startKeepingOffline(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  await keepOffline(new Workbox('/sw.js'), {
    every,
    isOnline: () => navigator.onLine,
    reloadPage: () => location.reload(),
    onNewVersion: (version) => store.set(newVersionAtom, version),
  });
}

// Service workers are unavailable over plain HTTP from another machine.
if (import.meta.env.PROD && navigator.serviceWorker)
  addEventListener('load', () => whenIdle(() => void startKeepingOffline().catch(console.info)));
