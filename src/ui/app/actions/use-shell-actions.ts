import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { ongoingCountAtom } from '../../features/anomalies/roll-up.ts';
import { isConsolesPanelOpenAtom } from '../../features/consoles/atoms.ts';
import { hasOtherScreen, useOpenWall } from '../../features/consoles/open-wall.ts';
import { isExercisesOpenAtom } from '../../features/exercises/atoms.ts';
import { isShiftReportOpenAtom } from '../../features/shift/atoms.ts';
import { useSoundSwitch } from '../../features/sound/sound.ts';
import { isTourOpenAtom } from '../../features/tour/atoms.ts';
import {
  hasWallCrewAtom,
  THEME_CHOICES,
  type ThemeChoice,
  themeChoiceAtom,
} from '../../kit/preferences/preferences.ts';
import { useHandOver } from '../../mission/duty/use-hand-over.ts';
import { isSatellitesOpenAtom } from '../../mission/fleet/atoms.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { ORBITAL_VIEW_NAMES, ORBITAL_VIEWS } from '../../mission/navigation/address.ts';
import { TAB_NAMES, TABS } from '../../mission/navigation/tabs.ts';
import { useGoTo } from '../../mission/navigation/use-go-to.ts';
import { isPlacesOpenAtom } from '../../mission/places/atoms.ts';
import { isSourcesViewOpenAtom } from '../../mission/real-data/atoms.ts';
import type { PlainAction } from './action.ts';
import { openDialogAtom } from './dialogs.ts';
import { isFullScreenPossible, toggleFullScreen, useIsFullScreen } from './use-full-screen.ts';
import { useTimeActions } from './use-time-actions.ts';

export const THEME_NAMES: Readonly<Record<ThemeChoice, string>> = {
  dark: 'Dark',
  light: 'Light',
  system: 'System',
};

const nextTheme = (choice: ThemeChoice): ThemeChoice =>
  THEME_CHOICES[(THEME_CHOICES.indexOf(choice) + 1) % THEME_CHOICES.length] ?? 'dark';

/** Shortcut that opens the palette; the palette's button shows it too. */
export const PALETTE_KEYS = 'mod+k';

/** Actions on the page itself, in list order. They include every shortcut of the page. */
export function useShellActions(): readonly PlainAction[] {
  const goTo = useGoTo();
  const [theme, setTheme] = useAtom(themeChoiceAtom);
  const [isSoundOn, toggleSound] = useSoundSwitch();
  const isFullScreen = useIsFullScreen();
  const { hasCrew, isPossible, toggle } = useHandOver();
  const [hasWallCrew, setWallCrew] = useAtom(hasWallCrewAtom);
  const maySteer = useAtomValue(maySteerAtom);
  const hasOngoing = useAtomValue(ongoingCountAtom) > 0;
  const openDialog = useSetAtom(openDialogAtom);
  const openTour = useSetAtom(isTourOpenAtom);
  const openSources = useSetAtom(isSourcesViewOpenAtom);
  const timeActions = useTimeActions();
  const wall = useOpenWall();
  const openSatellites = useSetAtom(isSatellitesOpenAtom);
  const openShiftReport = useSetAtom(isShiftReportOpenAtom);
  const openExercises = useSetAtom(isExercisesOpenAtom);
  const openPlaces = useSetAtom(isPlacesOpenAtom);
  const openConsoles = useSetAtom(isConsolesPanelOpenAtom);
  return [
    {
      id: 'palette',
      name: 'Find an action',
      group: 'Help',
      keys: PALETTE_KEYS,
      run: () => openDialog('palette'),
    },
    {
      id: 'keys',
      name: 'Show all keys',
      group: 'Help',
      keys: '?',
      keywords: ['keyboard', 'shortcuts', 'help', 'single-key'],
      run: () => openDialog('keys'),
    },
    {
      id: 'tour',
      name: 'Show the tour',
      group: 'Help',
      keywords: ['introduction', 'welcome'],
      run: () => openTour(true),
    },
    {
      id: 'about',
      name: 'About this console',
      detail: 'version, data, licences',
      group: 'Help',
      keywords: ['build', 'license', 'notices', 'credits'],
      run: () => openDialog('about'),
    },
    ...TABS.map((tab, index) => ({
      id: `tab-${tab}`,
      name: `Open ${TAB_NAMES[tab]}`,
      group: 'Go to',
      keys: String(index + 1),
      keywords: ['tab', 'view'],
      run: () => goTo(tab),
    })),
    ...ORBITAL_VIEWS.map((view) => ({
      id: `orbital-${view}`,
      name: `Open Orbital: ${ORBITAL_VIEW_NAMES[view]}`,
      group: 'Go to',
      keywords: [
        'tab',
        'map',
        'tracking',
        'satellite',
        ...(view === 'passes' ? ['visible', 'tonight', 'sky'] : []),
      ],
      run: () => goTo('orbital', { view }),
    })),
    {
      id: 'sources',
      name: 'Show the data sources',
      group: 'Go to',
      keywords: ['live', 'simulated', 'provenance', 'network'],
      run: () => openSources(true),
    },
    {
      id: 'satellites',
      name: 'Satellites',
      detail: 'add, search, show and hide on the map',
      group: 'Go to',
      keywords: ['TLE', 'OMM', 'elements', 'add satellite', 'fleet', 'NORAD', 'CelesTrak', 'follow'],
      run: () => openSatellites(true),
    },
    {
      id: 'places',
      name: 'Places',
      detail: 'your own observers and ground stations',
      group: 'Go to',
      keywords: ['observer', 'location', 'ground station', 'city', 'add place', 'seen from', 'local time'],
      run: () => openPlaces(true),
    },
    {
      id: 'shift-report',
      name: 'Shift report',
      detail: 'a period beside the same with the duty crew and unattended',
      group: 'Go to',
      keywords: ['result', 'score', 'summary', 'duty crew', 'compare'],
      run: () => openShiftReport(true),
    },
    {
      id: 'exercises',
      name: 'Exercises',
      detail: 'missions with a set start, faults and goals; mission profiles',
      group: 'Go to',
      keywords: ['training', 'scenario', 'profile', 'new mission', 'calm', 'hard'],
      run: () => openExercises(true),
    },
    ...(maySteer
      ? [
          {
            id: 'new-command',
            name: 'New command',
            group: 'Go to',
            keys: 'c',
            keywords: ['queue', 'form', 'uplink'],
            run: () => goTo('commands', { place: 'command' }),
          },
          {
            id: 'new-event',
            name: 'New event',
            group: 'Go to',
            keys: 'e',
            keywords: ['timeline', 'mission event', 'form', 'Add Event'],
            run: () => goTo('timeline', { place: 'event' }),
          },
        ]
      : []),
    {
      id: 'ongoing-anomaly',
      name: 'Go to the newest ongoing anomaly',
      group: 'Go to',
      keys: 'a',
      keywords: ['fault', 'alarm'],
      isDisabled: !hasOngoing,
      run: () => goTo('anomalies', { place: 'anomaly' }),
    },
    ...timeActions,
    {
      id: 'consoles',
      name: 'Show the consoles',
      detail: 'and the kept missions',
      group: 'Console',
      keywords: ['windows', 'join', 'link', 'share', 'rename', 'recording', 'storage', 'delete'],
      run: () => openConsoles(true),
    },
    ...(maySteer
      ? [
          {
            id: 'hand-over',
            name: hasCrew ? 'Take the console back' : 'Hand over to the duty crew',
            detail: hasCrew ? 'from the duty crew' : 'handles anomalies, commands and plan',
            group: 'Console',
            keys: 'h',
            keywords: ['hand over', 'duty crew', 'take back', 'autopilot', 'operator', 'automatic'],
            isDisabled: !isPossible,
            run: toggle,
          },
        ]
      : []),
    {
      id: 'wall-crew',
      name: hasWallCrew ? 'Switch the duty crew on the wall off' : 'Switch the duty crew on the wall on',
      detail: 'holds the console on a wall display',
      group: 'Console',
      keywords: ['wall display', 'operator', 'automatic', 'setting'],
      run: () => setWallCrew(!hasWallCrew),
    },
    {
      id: 'theme',
      name: 'Change the theme',
      detail: `now: ${THEME_NAMES[theme]}`,
      group: 'View',
      keys: 't',
      keywords: ['colour', 'color', 'appearance', 'mode'],
      run: () => setTheme(nextTheme(theme)),
    },
    ...THEME_CHOICES.map((choice) => ({
      id: `theme-${choice}`,
      name: `Theme: ${THEME_NAMES[choice]}`,
      group: 'View',
      keywords: ['colour', 'color', 'appearance', 'mode', choice],
      isDisabled: choice === theme,
      run: () => setTheme(choice),
    })),
    {
      id: 'sound',
      name: isSoundOn ? 'Switch the sound off' : 'Switch the sound on',
      detail: 'for Critical and High anomalies',
      group: 'View',
      keys: 'm',
      keywords: ['mute', 'audio', 'alarm', 'tone'],
      run: toggleSound,
    },
    {
      id: 'full-screen',
      name: isFullScreen ? 'Leave full screen' : 'Full screen',
      group: 'View',
      keys: 'f',
      isDisabled: !isFullScreenPossible(),
      run: toggleFullScreen,
    },
    {
      id: 'wall',
      name: 'Open the wall display',
      detail: 'in a second window',
      group: 'View',
      keys: 'w',
      keywords: ['kiosk', 'large screen', 'tv'],
      run: wall.open,
    },
    ...(hasOtherScreen()
      ? [
          {
            id: 'wall-screen-2',
            name: 'Open wall on screen 2',
            detail: 'the browser asks for permission',
            group: 'View',
            keywords: ['wall display', 'large screen', 'monitor', 'second'],
            run: wall.openOnOtherScreen,
          },
        ]
      : []),
  ];
}
