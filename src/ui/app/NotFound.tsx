import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import styles from './not-found.module.css';

/** Page for any path but `/` (spec §2). `onVisit` receives the requested path, for the log. */
export function NotFound({ onVisit }: { readonly onVisit: (path: string) => void }) {
  const [path] = useLocation();
  useEffect(() => {
    document.title = 'Page not found · ORBITA-1 Mission Control';
    onVisit(path);
  }, [onVisit, path]);
  return (
    <main className={styles.page}>
      <h1 className={styles.code}>404</h1>
      <p>Oops! Page not found</p>
      <Link href="/">Return to Home</Link>
    </main>
  );
}
