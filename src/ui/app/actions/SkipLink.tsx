import styles from './skip-link.module.css';

/** First keyboard stop: skips the header and moves to the content of the tab. */
export function SkipLink({ target }: { readonly target: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault(); // leaves the URL unchanged
        document.getElementById(target)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
