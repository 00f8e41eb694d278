import { useAtomValue } from 'jotai';
import type { StationPass } from '../../shared/contact-plan.ts';
import { MS_PER_MIN } from '../../shared/units.ts';
import { isUnderWay } from '../contacts/contacts-at.ts';
import { formatUtcMinute } from '../kit/format.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { contactsAheadAtom } from './atoms.ts';
import { Countdowns } from './Countdowns.tsx';
import frame from './frame.module.css';
import styles from './panel.module.css';
import texts from './texts.module.css';

/** The next contacts. */
export function ContactsPanel() {
  const contacts = useAtomValue(contactsAheadAtom);
  return (
    <section className={`${frame.panel} ${styles.next}`} aria-labelledby="wall-contacts">
      <h2 id="wall-contacts" className="visually-hidden">
        Next contacts
      </h2>
      <Countdowns className={styles.facts} to={['contact']} />
      {contacts && contacts.length > 0 ? (
        <ol className={styles.contacts}>
          {contacts.map((contact) => (
            <Contact key={`${contact.station.id} ${contact.pass.aos}`} {...contact} />
          ))}
        </ol>
      ) : (
        <p className={texts.quiet}>{contacts ? 'No contact within 24 h' : 'Contacts are not known'}</p>
      )}
    </section>
  );
}

function Contact({ station, pass }: StationPass) {
  const now = useAtomValue(missionSecondAtom);
  const minutes = Math.max(1, Math.round((pass.los - pass.aos) / MS_PER_MIN));
  return (
    <li className={styles.contact} data-current={now !== undefined && isUnderWay(pass, now)}>
      <span className={styles.station}>{station.name}</span>{' '}
      <time dateTime={new Date(pass.aos).toISOString()}>{formatUtcMinute(pass.aos)}</time>{' '}
      <span className={styles.detail}>
        {minutes} min · max {Math.round(pass.maxElevation)}°
      </span>
    </li>
  );
}
