import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { onDemand } from '../kit/on-demand/on-demand.tsx';
import { useWallEffects } from './effects.ts';
import styles from './frame.module.css';
import { WallBoundary } from './WallBoundary.tsx';
import { keepAwake } from './wake-lock.ts';

/** A desk does not load the wall. If loading fails, each remount retries. */
const WallBoard = onDemand(['WallBoard'], async () => (await import('./WallBoard.tsx')).WallBoard).Component;

/** Browsers allow full screen only on a user gesture. A refusal leaves the window unchanged. */
function fillScreen(): void {
  if (!document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** The wall display: keeps the screen on and recovers automatically. Escape leaves it. */
export function WallDisplay() {
  const effects = useWallEffects();
  const [, navigate] = useLocation();
  useEffect(() => keepAwake(document, effects), [effects]);
  useEffect(() => {
    const handleKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey) return;
      if (key === 'Escape') navigate('/');
      if (key.toLowerCase() === 'f') fillScreen();
    };
    document.addEventListener('keydown', handleKey);
    document.addEventListener('click', fillScreen);
    return () => {
      document.removeEventListener('keydown', handleKey);
      document.removeEventListener('click', fillScreen);
    };
  }, [navigate]);
  return (
    <WallBoundary effects={effects} fallback={<WallFailure />}>
      <Suspense>
        <WallBoard />
      </Suspense>
    </WallBoundary>
  );
}

function WallFailure() {
  return (
    <main className={styles.failure}>
      <h1>ORBITA-1</h1>
      <p role="status">Display failed. Restarting automatically.</p>
    </main>
  );
}
