import { useAtomValue } from 'jotai';
import { RadioTower } from 'lucide-react';
import { groundLinkTextAtom } from './atoms.ts';
import styles from './duty-sign.module.css';

/** Shown on every console while ground systems fly the spacecraft over one of them. */
export function GroundLinkSign() {
  const text = useAtomValue(groundLinkTextAtom);
  return (
    <div className={styles.place}>
      {text !== undefined && (
        <div className={styles.sign} data-holder="ground systems">
          <p className={styles.text} title={text}>
            <RadioTower aria-hidden="true" />
            <span className={styles.name}>Ground link</span>
            <span className="visually-hidden">: {text}</span>
          </p>
        </div>
      )}
    </div>
  );
}
