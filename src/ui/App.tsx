import { Route, Switch, useSearchParams } from 'wouter';
import { readDisplay } from './address.ts';
import { AppliedTheme } from './preferences/AppliedTheme.tsx';
import { provideResizeObserver } from './resize-observer.ts';
import { Dashboard } from './shell/Dashboard.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { Toasts } from './shell/Toasts.tsx';
import { usePressedFocus } from './style/use-pressed-focus.ts';
import { WallDisplay } from './wall/WallDisplay.tsx';

provideResizeObserver();

/** The two routes of spec §2. On a wall no dialogs or toasts appear. */
export function App({ onNotFound }: { readonly onNotFound: (path: string) => void }) {
  usePressedFocus();
  const [query] = useSearchParams();
  const isWall = readDisplay(query) === 'wall';
  return (
    <>
      <Switch>
        <Route path="/">{isWall ? <WallDisplay /> : <Dashboard />}</Route>
        <Route>
          <NotFound onVisit={onNotFound} />
        </Route>
      </Switch>
      <AppliedTheme />
      {!isWall && <Toasts />}
    </>
  );
}
