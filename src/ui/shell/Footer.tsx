import { useAtomValue } from 'jotai';
import { type LinkState, linkStateAtom } from '../mission/atoms.ts';
import { SourcesView } from '../real-data/SourcesView.tsx';
import styles from './footer.module.css';
import { VERSION } from './version.ts';

/** What the footer says of the link to the worker. */
export function linkText(link: LinkState): string {
  if (link.status === 'connected') return 'Connected to ORBITA-1';
  if (link.status === 'connecting') return 'Connecting to ORBITA-1…';
  const attempt = link.attempt > 1 ? ` (attempt ${link.attempt})` : '';
  return `Link to ORBITA-1 lost, restarting the simulation${attempt}…`;
}

export function Footer() {
  const link = useAtomValue(linkStateAtom);
  return (
    <footer className={styles.footer}>
      <p>
        © 2026 ORBITA-1 Mission Control. A simulation. <span className={styles.version}>{VERSION}</span>
      </p>
      <SourcesView />
      <p className={styles.link} role="status" data-link={link.status}>
        <span className={styles.indicator} aria-hidden="true" />
        {linkText(link)}
      </p>
    </footer>
  );
}
