import { useAtomValue } from 'jotai';
import {
  Keyboard,
  type LucideIcon,
  Maximize,
  Minimize,
  Monitor,
  Moon,
  PictureInPicture2,
  Search,
  Sun,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useContext } from 'react';
import { pressOnce } from '../kit/controls/press-once.ts';
import { isSoundOnAtom, type ThemeChoice, themeChoiceAtom } from '../preferences/preferences.ts';
import { ariaKeysOf, capsOf, IsAppleContext, Keys } from './keys.tsx';
import styles from './tools.module.css';
import { useIsFullScreen } from './use-full-screen.ts';
import { SHELL_ACTION, THEME_NAMES, useShellActions } from './use-shell-actions.ts';

const THEME_ICONS: Readonly<Record<ThemeChoice, LucideIcon>> = { dark: Moon, light: Sun, system: Monitor };

/** At the end of the tabs: access to all actions, and the most frequent ones. */
export function Tools() {
  const theme = useAtomValue(themeChoiceAtom);
  const isSoundOn = useAtomValue(isSoundOnAtom);
  const isFullScreen = useIsFullScreen();
  return (
    <fieldset className={styles.tools} aria-label="Tools">
      <Tool id={SHELL_ACTION.palette} name="Command palette" Icon={Search} hasHint />
      <Tool id={SHELL_ACTION.theme} name={`Theme: ${THEME_NAMES[theme]}`} Icon={THEME_ICONS[theme]} />
      <Tool id={SHELL_ACTION.sound} name="Sound" Icon={isSoundOn ? Volume2 : VolumeX} isOn={isSoundOn} />
      <Tool
        id={SHELL_ACTION.fullScreen}
        name="Full screen"
        Icon={isFullScreen ? Minimize : Maximize}
        isOn={isFullScreen}
      />
      <Tool id={SHELL_ACTION.wall} name="Open the wall display" Icon={PictureInPicture2} />
      <Tool id={SHELL_ACTION.keys} name="Keys" Icon={Keyboard} />
    </fieldset>
  );
}

interface ToolProps {
  readonly id: string;
  readonly name: string;
  readonly Icon: LucideIcon;
  /** For toggles. */
  readonly isOn?: boolean;
  /** Shows its key if space allows. */
  readonly hasHint?: boolean;
}

function Tool({ id, name, Icon, isOn, hasHint = false }: ToolProps) {
  const isApple = useContext(IsAppleContext);
  const action = useShellActions().find((one) => one.id === id);
  if (!action || action.isDisabled) return null;
  const { keys = '' } = action;
  return (
    <button
      type="button"
      className={styles.tool}
      data-tool={id}
      aria-label={name}
      aria-pressed={isOn}
      aria-keyshortcuts={ariaKeysOf(keys, isApple)}
      title={`${name} (${capsOf(keys, isApple).join(' ')})`}
      {...pressOnce(action.run)}
    >
      <Icon aria-hidden="true" />
      {hasHint && (
        <span className={styles.hint} aria-hidden="true">
          <Keys keys={keys} />
        </span>
      )}
    </button>
  );
}
