import { useAtomValue, useSetAtom } from 'jotai';
import { VERSION } from '../kit/page/version.ts';
import { type LinkState, linkStateAtom } from '../mission/link/atoms.ts';
import { linkNewsAtom, shownLinkAtom } from '../mission/link/link-status-text.ts';
import { SourcesView } from '../mission/real-data/SourcesView.tsx';
import { isQuietAtom } from '../mission/time/shown-time.ts';
import { openDialogAtom } from './actions/dialogs.ts';
import styles from './footer.module.css';
import { TimeControl } from './TimeControl.tsx';

/** Progress shown beside the link status but not announced: a further attempt is not news. */
function linkProgress(link: LinkState): string {
  if (link.status === 'connected') return '';
  return link.status === 'lost' && link.attempt > 1 ? `, attempt ${link.attempt}…` : '…';
}

export function Footer() {
  const link = useAtomValue(linkStateAtom);
  const shown = useAtomValue(shownLinkAtom);
  const news = useAtomValue(linkNewsAtom);
  const isQuiet = useAtomValue(isQuietAtom);
  const openDialog = useSetAtom(openDialogAtom);
  return (
    <footer className={styles.footer}>
      <p className={styles.copyright}>
        © 2026 ORBITA-1 Mission Control. A simulation.{' '}
        <button
          type="button"
          className={styles.version}
          aria-label={`${VERSION}, about this console`}
          aria-haspopup="dialog"
          onClick={() => openDialog('about')}
        >
          {VERSION}
        </button>
      </p>
      <TimeControl />
      <div className={styles.state}>
        <SourcesView />
        <p className={styles.link} data-link={shown}>
          <span className={styles.indicator} aria-hidden="true" />
          <span>
            <span role="status" aria-live={isQuiet ? 'off' : 'polite'}>
              {news}
            </span>
            {linkProgress(link)}
          </span>
        </p>
      </div>
    </footer>
  );
}
