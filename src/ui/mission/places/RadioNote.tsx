import { useAtomValue } from 'jotai';
import {
  isSameNetwork,
  MOST_NETWORK_STATIONS,
  type NetworkStation,
  SPECIFIED_NETWORK,
} from '../../../shared/contract/network.ts';
import { MAIN_BRANCH } from '../../../shared/contract/transport.ts';
import { formatList } from '../../../shared/kit/quantity-text.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { sliceAtoms } from '../link/atoms.ts';
import { networkAtom, whyNoRadioAtom } from './atoms.ts';
import styles from './places.module.css';
import { RADIO_NOTE_ID } from './RadioSwitch.tsx';
import { isFull } from './radio-network.ts';

function radioUseText(network: readonly NetworkStation[]): string {
  if (isSameNetwork(network, SPECIFIED_NETWORK)) return 'the specified stations';
  return network.length === 0 ? 'no ground station' : formatList(network.map(({ name }) => name));
}

/** States which stations the radio uses, in which mission, and the consequences. */
export function RadioNote() {
  const network = useAtomValue(networkAtom);
  const why = useAtomValue(whyNoRadioAtom);
  const transport = useAtomValue(sliceAtoms.transport);
  const branch =
    transport && transport.branch !== MAIN_BRANCH
      ? transport.branches.find(({ id }) => id === transport.branch)
      : undefined;
  return (
    <div id={RADIO_NOTE_ID} className={styles.radioNote}>
      <p className={styles.note}>The spacecraft’s radio uses {radioUseText(network)}.</p>
      <p className={styles.note}>
        {why ??
          `That belongs to ${branch ? `the branch ${branch.name}` : 'this mission'} and its recording, for all its consoles; a new mission begins with the specified stations.`}
      </p>
      {network.length === 0 && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> The relay alone carries the link: commands and telemetry, but no
          payload data.
        </p>
      )}
      {network.length > 0 && network.every(({ active }) => !active) && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> No station in use is active: it carries the link, but countdowns and
          log name no contact.
        </p>
      )}
      {isFull(network) && (
        <p className={styles.note}>The radio uses up to {MOST_NETWORK_STATIONS} stations.</p>
      )}
    </div>
  );
}
