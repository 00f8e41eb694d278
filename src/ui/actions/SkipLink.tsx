import styles from './skip-link.module.css';

/** The first stop of the keyboard: past the header, to what the tab shows. */
export function SkipLink({ target }: { readonly target: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault(); // the address stays as it is
        document.getElementById(target)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
