import { Route, Switch, useSearchParams } from 'wouter';
import { MissionAddress } from '../features/consoles/MissionAddress.tsx';
import { provideResizeObserver } from '../kit/page/resize-observer.ts';
import { usePressedFocus } from '../kit/page/use-pressed-focus.ts';
import { AppliedTheme } from '../kit/preferences/AppliedTheme.tsx';
import { readDisplay } from '../mission/navigation/address.ts';
import { CriticalSetting } from '../mission/time/CriticalSetting.tsx';
import { TimeStatus } from '../mission/time/TimeStatus.tsx';
import { WallDisplay } from '../wall/WallDisplay.tsx';
import { Dashboard } from './Dashboard.tsx';
import { NotFound } from './NotFound.tsx';
import { ToastsOnDemand } from './ToastsOnDemand.tsx';

provideResizeObserver();

/** The two routes of spec §2. On a wall no dialogs or toasts appear. */
export function App({ onNotFound }: { readonly onNotFound: (path: string) => void }) {
  usePressedFocus();
  const [query] = useSearchParams();
  const isWall = readDisplay(query) === 'wall';
  return (
    <>
      <MissionAddress />
      <TimeStatus />
      <Switch>
        <Route path="/">{isWall ? <WallDisplay /> : <Dashboard />}</Route>
        <Route>
          <NotFound onVisit={onNotFound} />
        </Route>
      </Switch>
      <AppliedTheme />
      <CriticalSetting />
      {!isWall && <ToastsOnDemand />}
    </>
  );
}
