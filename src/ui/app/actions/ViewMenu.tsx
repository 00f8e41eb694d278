import { useAtom } from 'jotai';
import { useSoundSwitch } from '../../features/sound/sound.ts';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { THEME_CHOICES, themeChoiceAtom } from '../../kit/preferences/preferences.ts';
import { Keys } from './keys.tsx';
import { THEME_NAMES, useShellActions } from './use-shell-actions.ts';
import styles from './view-menu.module.css';

/** Actions listed below the settings, in this order. */
const LISTED = ['full-screen', 'wall', 'wall-screen-2', 'keys', 'tour'];

interface Props {
  /** Called after an action that leaves the menu. */
  readonly onDone: () => void;
}

/** Settings for appearance and sound, then further view actions, each with its key. */
export function ViewMenu({ onDone }: Props) {
  const [theme, setTheme] = useAtom(themeChoiceAtom);
  const [isSoundOn, toggleSound] = useSoundSwitch();
  const actions = useShellActions();
  const listed = LISTED.flatMap((id) => actions.find((one) => one.id === id && !one.isDisabled) ?? []);
  const keysOf = (id: string) => {
    const keys = actions.find((one) => one.id === id)?.keys;
    return keys && <Keys keys={keys} />;
  };
  return (
    <div className={styles.menu}>
      <fieldset className={styles.themes}>
        <legend className={styles.row}>Theme {keysOf('theme')}</legend>
        {THEME_CHOICES.map((choice) => (
          <label key={choice}>
            <input type="radio" name="theme" checked={theme === choice} onChange={() => setTheme(choice)} />
            {THEME_NAMES[choice]}
          </label>
        ))}
      </fieldset>
      <label className={styles.row}>
        <span className={styles.choice}>
          <input type="checkbox" checked={isSoundOn} onChange={toggleSound} />
          Sound on Critical and High
        </span>
        {keysOf('sound')}
      </label>
      {listed.map(({ id, name, run }) => (
        <button
          key={id}
          type="button"
          className={styles.row}
          {...pressOnce(() => {
            onDone();
            run();
          })}
        >
          {name} {keysOf(id)}
        </button>
      ))}
    </div>
  );
}
