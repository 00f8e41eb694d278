import { useAtomValue } from 'jotai';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import {
  type Antenna,
  LOW_GAIN_UPLINK_MS,
  type SpacecraftView,
} from '../../../shared/entities/spacecraft.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { formatTimeLeft, formatUtcTimeFrom } from '../../kit/format.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { countedContact, orbitaContactsAtom } from '../../mission/clocks/clocks.ts';
import { contactsFrom, isInProgress } from '../../mission/contacts/contacts-at.ts';
import { isLinkLostAtom, missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { useGoTo } from '../../mission/navigation/use-go-to.ts';
import { QueueAtPass } from '../commands/QueueAtPass.tsx';
import styles from './stations.module.css';

/** Effect on a command of the antenna that carries the link. */
const LINKS: Readonly<Record<Antenna, readonly [level: StatusLevel, name: string, effect: string]>> = {
  high: ['normal', 'High gain', 'commands arrive at once'],
  low: ['caution', 'Low gain', `a command takes ${formatTimeLeft(LOW_GAIN_UPLINK_MS)}`],
  none: ['off', 'No link', 'commands wait for it'],
};

/**
 * Radio state for commanding: the current link, the next contact over an active station, and access to all
 * contacts.
 */
export function LinkLine() {
  const view = useAtomValue(sliceAtoms.spacecraft);
  const isLost = useAtomValue(isLinkLostAtom);
  const goTo = useGoTo();
  return (
    <section className={styles.line} aria-label="Link and next contact">
      {view && !isLost && <LinkNow radio={view.radio} />}
      <NextContact />
      <Button look="quiet" onClick={() => goTo('orbital', { view: SPACECRAFT })}>
        All contacts
      </Button>
    </section>
  );
}

function LinkNow({ radio }: Pick<SpacecraftView, 'radio'>) {
  const [level, name, effect] = LINKS[radio.antenna];
  const over = radio.link === 'relay' ? 'a relay' : (radio.stationName ?? 'a ground station');
  return (
    <>
      <span className={styles.aside}>Link</span>
      <StatusLabel level={level} word={name} />
      <span className={styles.effect}>
        {radio.link !== 'none' && `over ${over}, `}
        {effect}
      </span>
    </>
  );
}

function NextContact() {
  const contacts = useAtomValue(orbitaContactsAtom);
  const now = useAtomValue(missionSecondAtom);
  if (!contacts || now === undefined) return <span className={styles.aside}>Next contact not known</span>;
  const next = countedContact(contactsFrom(contacts, now), now);
  if (!next) return <span className={styles.aside}>No contact within the plan</span>;
  const { station, pass } = next;
  const time = (instant: EpochMs): string => formatUtcTimeFrom(instant, now);
  const highest = `up to ${formatNumber(pass.maxElevation, 0)}°`;
  return isInProgress(pass, now) ? (
    <>
      <span className={styles.aside}>In contact</span>
      <span className={styles.lineName}>{station.name}</span>
      <span>
        until {time(pass.los)} UTC, {highest}
      </span>
    </>
  ) : (
    <>
      <span className={styles.aside}>Next contact</span>
      <span className={styles.lineName}>{station.name}</span>
      <span>
        {time(pass.aos)} – {time(pass.los)} UTC, {highest}
      </span>
      <QueueAtPass key={pass.aos} station={station.name} aos={pass.aos} />
    </>
  );
}
