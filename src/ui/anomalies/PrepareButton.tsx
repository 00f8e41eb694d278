import { useSetAtom } from 'jotai';
import { useSearchParams } from 'wouter';
import type { Anomaly, CommandName } from '../../shared/entities.ts';
import { prepareCommandAtom } from '../commands/prepared-draft.ts';
import { Button } from '../kit/controls/Button.tsx';
import { writeTab } from '../navigation/address.ts';
import styles from './anomalies.module.css';

interface PrepareButtonProps {
  readonly anomaly: Anomaly;
  readonly command: CommandName;
  readonly describedBy: string;
}

/** Opens the Commands tab with the form filled in; nothing is sent. */
export function PrepareButton({ anomaly, command, describedBy }: PrepareButtonProps) {
  const prepare = useSetAtom(prepareCommandAtom);
  const [, setQuery] = useSearchParams();
  return (
    <Button
      className={styles.button}
      aria-describedby={describedBy}
      onClick={() => {
        prepare(anomaly, command);
        setQuery((query) => writeTab(query, 'commands'));
      }}
    >
      Prepare {command}
    </Button>
  );
}
