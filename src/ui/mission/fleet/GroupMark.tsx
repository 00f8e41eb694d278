import styles from './satellites.module.css';

/** The colour of a group as the map shows it; a word stands beside it. @param colour see `Group` */
export function GroupMark({ colour }: { readonly colour: number }) {
  return <span className={styles.mark} data-group={colour} aria-hidden="true" />;
}
