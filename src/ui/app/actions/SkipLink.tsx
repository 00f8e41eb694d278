import styles from './skip-link.module.css';

/** First stop of the keyboard: skips the header to the content of the tab. */
export function SkipLink({ target }: { readonly target: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault(); // keeps the URL
        document.getElementById(target)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
