import { useAtomValue } from 'jotai';
import type { StationPass } from '../../shared/contract/contact-plan.ts';
import { MS_PER_MIN } from '../../shared/kit/units.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import { formatUtcMinute } from '../kit/format.ts';
import { countedContact } from '../mission/clocks/clocks.ts';
import { missionSecondAtom } from '../mission/link/atoms.ts';
import { contactsAheadAtom } from './atoms.ts';
import { Countdowns } from './Countdowns.tsx';
import frame from './frame.module.css';
import styles from './panel.module.css';
import texts from './text.module.css';

/** The contact of the countdown, and those after it. */
export function ContactsPanel() {
  const contacts = useAtomValue(contactsAheadAtom);
  const now = useAtomValue(missionSecondAtom);
  const counted = contacts && now !== undefined ? countedContact(contacts, now) : undefined;
  return (
    <section className={`${frame.panel} ${styles.next}`} aria-labelledby="wall-contacts">
      <h2 id="wall-contacts" className="visually-hidden">
        Next contacts
      </h2>
      <div>
        <Countdowns className={styles.facts} to={['contact']} />
        {counted && <p className={styles.detail}>{inShort(counted.pass)}</p>}
      </div>
      {contacts && contacts.length > 0 ? (
        <ol className={styles.contacts}>
          {contacts
            .filter((contact) => contact !== counted)
            .map((contact) => (
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
  return (
    <li className={styles.contact}>
      <span>{station.name}</span>{' '}
      <time dateTime={new Date(pass.aos).toISOString()}>{formatUtcMinute(pass.aos)}</time>{' '}
      <span className={styles.detail}>{inShort(pass)}</span>
    </li>
  );
}

function inShort({ aos, los, maxElevation }: Pass): string {
  return `${Math.max(1, Math.round((los - aos) / MS_PER_MIN))} min · max ${Math.round(maxElevation)}°`;
}
