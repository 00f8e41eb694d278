import styles from './satellites.module.css';

/** A group's colour as on the map, beside its name. @param colour see `Group` */
export function GroupMark({ colour }: { readonly colour: number }) {
  return <span className={styles.mark} data-group={colour} aria-hidden="true" />;
}
