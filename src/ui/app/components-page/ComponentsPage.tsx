import { useAtom } from 'jotai';
import type { RemoteOperations } from '../../../shared/contract/operations.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { usePressedFocus } from '../../kit/page/use-pressed-focus.ts';
import { AppliedTheme } from '../../kit/preferences/AppliedTheme.tsx';
import { THEME_CHOICES, themeChoiceAtom } from '../../kit/preferences/preferences.ts';
import { OperationsContext } from '../../mission/link/operations.ts';
import { SessionControlContext } from '../../mission/link/session-control.ts';
import { Toasts } from '../Toasts.tsx';
import styles from './components-page.module.css';
import { Gallery } from './Gallery.tsx';

/** This page has no mission: all requests are refused. */
const REFUSALS = new Proxy({} as RemoteOperations & RemoteSessionControl, {
  get: () => async () => ({ ok: false, message: 'No mission runs behind this page' }),
});

/** Both themes side by side. The choice applies to the page itself and its toasts. */
export function ComponentsPage() {
  const [choice, choose] = useAtom(themeChoiceAtom);
  usePressedFocus();
  return (
    <SessionControlContext value={REFUSALS}>
      <OperationsContext value={REFUSALS}>
        <header className={styles.header}>
          <h1>Components</h1>
          {THEME_CHOICES.map((theme) => (
            <Button key={theme} aria-pressed={theme === choice} onClick={() => choose(theme)}>
              {theme}
            </Button>
          ))}
        </header>
        <main className={styles.themes}>
          {(['dark', 'light'] as const).map((theme) => (
            <div key={theme} className={styles.theme} data-theme={theme}>
              <Gallery />
            </div>
          ))}
        </main>
        <AppliedTheme />
        <Toasts />
      </OperationsContext>
    </SessionControlContext>
  );
}
