import { useAtomValue } from 'jotai';
import { type LinkState, linkStateAtom } from '../mission/atoms.ts';
import { SourcesView } from '../real-data/SourcesView.tsx';
import styles from './footer.module.css';
import { LINK_NEWS } from './link-news.ts';
import { VERSION } from './version.ts';

/** What is shown beside the news and not spoken: another attempt is no news. */
function linkProgress(link: LinkState): string {
  if (link.status === 'connected') return '';
  return link.status === 'lost' && link.attempt > 1 ? ` (attempt ${link.attempt})…` : '…';
}

export function Footer() {
  const link = useAtomValue(linkStateAtom);
  return (
    <footer className={styles.footer}>
      <p>
        © 2026 ORBITA-1 Mission Control. A simulation. <span className={styles.version}>{VERSION}</span>
      </p>
      <SourcesView />
      <p className={styles.link} data-link={link.status}>
        <span className={styles.indicator} aria-hidden="true" />
        <span>
          <span role="status">{LINK_NEWS[link.status]}</span>
          {linkProgress(link)}
        </span>
      </p>
    </footer>
  );
}
