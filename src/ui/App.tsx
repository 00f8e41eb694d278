import { Route, Switch } from 'wouter';
import { Dashboard } from './shell/Dashboard.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { Toasts } from './shell/Toasts.tsx';

/** The two routes of spec §2. */
export function App({ onNotFound }: { readonly onNotFound: (path: string) => void }) {
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
      <Toasts />
    </>
  );
}
