import { Route, Switch } from 'wouter';
import { AppliedTheme } from './preferences/AppliedTheme.tsx';
import { Dashboard } from './shell/Dashboard.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { Toasts } from './shell/Toasts.tsx';
import { usePressedFocus } from './style/use-pressed-focus.ts';

/** The two routes of spec §2. */
export function App({ onNotFound }: { readonly onNotFound: (path: string) => void }) {
  usePressedFocus();
  return (
    <>
      <Switch>
        <Route path="/">
          <Dashboard />
        </Route>
        <Route>
          <NotFound onVisit={onNotFound} />
        </Route>
      </Switch>
      <AppliedTheme />
      <Toasts />
    </>
  );
}
