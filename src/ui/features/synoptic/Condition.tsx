import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { withUnitsJoined } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import styles from './condition.module.css';
import { conditionAtom, shownModeAtom } from './condition.ts';

/** Condition of the spacecraft, in one sentence. Not a live region. */
export function ConditionSentence({ className }: { readonly className?: string | undefined }) {
  const sentence = useAtomValue(conditionAtom);
  return (
    sentence !== undefined && (
      <p className={className} data-condition="">
        {withUnitsJoined(sentence)}
      </p>
    )
  );
}

interface ModeBadgeProps {
  readonly className?: string | undefined;
  /** Icon before the state of charge, where no text identifies it. */
  readonly chargeIcon?: ReactNode;
}

/** Mode of the spacecraft in its level's colour, with the state of charge. NOMINAL is quiet. */
export function ModeBadge({ className = '', chargeIcon }: ModeBadgeProps) {
  const shown = useAtomValue(shownModeAtom);
  if (!shown) return null;
  const { mode, level, charge } = shown;
  return (
    <p
      className={`${styles.mode} ${className}`}
      data-spacecraft-mode={mode}
      title="Spacecraft mode, battery charge"
    >
      <span className="visually-hidden">Spacecraft mode </span>
      {mode === 'NOMINAL' ? mode : <StatusLabel level={level} word={mode} />}
      <span className={styles.charge}>
        <span className="visually-hidden">battery </span>
        {chargeIcon}
        {charge}
      </span>
    </p>
  );
}
