import { useState } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { focusOnMount } from '../../kit/controls/focus-on-mount.ts';
import type { Located, PlacesOwner } from './atoms.ts';
import styles from './places.module.css';

interface Props {
  readonly locate: PlacesOwner['locate'];
  readonly onLocated: (located: Located) => void;
  readonly onCancel: () => void;
}

/** Explains what happens next, before the browser is asked for its location. */
export function LocationQuestion({ locate, onLocated, onCancel }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ask = async () => {
    if (isBusy) return;
    setBusy(true);
    const located = await locate();
    setBusy(false);
    if (located.ok) onLocated(located.value);
    else setFailure(located.message);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups a form's fields.
    <div className={styles.question} role="group" aria-label="Use my location">
      <p>
        The browser asks for permission, determines the location of this device, and fills the form with it.
        The position leaves this browser only with what you save or share yourself: an exported list, a copied
        link, a recording, or a ground station that the radio uses, which is part of the mission.
      </p>
      <div className={styles.actions}>
        <Button isBusy={isBusy} ref={focusOnMount} onClick={() => void ask()}>
          Find my location
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p role="status" className={styles.problem}>
        {isBusy ? 'Waiting for the browser…' : failure}
      </p>
    </div>
  );
}
