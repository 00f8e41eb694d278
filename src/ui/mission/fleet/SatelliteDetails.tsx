import { useAtom, useAtomValue } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useId, useState } from 'react';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { lookAngles, siteOf } from '../../../shared/orbit/observer.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField, SelectField } from '../../kit/controls/Field.tsx';
import { missionSecondAtom } from '../link/atoms.ts';
import { fleetControlAtom } from './atoms.ts';
import { colouredByAtom } from './colouring.ts';
import { FollowButton } from './FollowButton.tsx';
import type { Satellite } from './fleet.ts';
import { readFrequency } from './frequency.ts';
import { readGroups } from './groups.ts';
import { placesAtom, seenFromAtom } from './places.ts';
import {
  elementsAccuracy,
  elementsEpoch,
  errorText,
  type OrbitRegime,
  orbitRegime,
  orbitSize,
} from './regime.ts';
import { SatelliteFigures } from './SatelliteFigures.tsx';
import { SatellitePasses } from './SatellitePasses.tsx';
import styles from './satellites.module.css';
import { useFleetTime } from './use-fleet-time.ts';
import { useStateOf } from './use-state-of.ts';
import { useStatuses } from './use-statuses.ts';

const REGIMES: Readonly<Record<OrbitRegime, string>> = {
  LEO: 'Low Earth orbit (LEO)',
  MEO: 'Medium Earth orbit (MEO)',
  GTO: 'Geostationary transfer orbit (GTO)',
  HEO: 'Highly elliptical orbit (HEO)',
  GEO: 'Geostationary orbit (GEO)',
  'deep space': 'Deep space orbit',
};

function orbitText({ elements }: Satellite): string {
  const { periodMin, perigeeKm, apogeeKm } = orbitSize(elements);
  const size = `${formatNumber(perigeeKm, 0)} × ${formatNumber(apogeeKm, 0)} km`;
  const inclination = formatNumber(Number(elements.INCLINATION), 1);
  return `${REGIMES[orbitRegime(elements)]}, ${size}, ${inclination}°, period ${formatNumber(periodMin, 1)} min`;
}

interface Props {
  readonly satellite: Satellite;
  /** Called when the user returns to the list. */
  readonly onBack: () => void;
  /** Called when the user turns to the map. */
  readonly onLeave: () => void;
}

/** One satellite at the time shown: its orbit, its position, its look angles from a place, its next passes there. */
export function SatelliteDetails({ satellite, onBack, onLeave }: Props) {
  const { id, name } = satellite;
  const status = useStatuses()(satellite);
  const titleId = useId();
  return (
    <section className={styles.details} aria-labelledby={titleId}>
      <div className={styles.tools}>
        <Button look="quiet" onClick={onBack} data-first-focus>
          <ArrowLeft aria-hidden="true" /> All satellites
        </Button>
        <FollowButton className={styles.last} {...{ satellite, status, onLeave }} />
      </div>
      <div>
        <h3 id={titleId} className={styles.title}>
          {name} <span className={styles.number}>{id}</span>
        </h3>
        <p className={styles.note}>{orbitText(satellite)}</p>
        <p className={styles.note}>
          {status.text}
          {satellite.isFromCelestrak && ', from CelesTrak'}
          {!status.isLeftOut && <Accuracy {...satellite} />}
        </p>
      </div>
      {!satellite.mission && <Groups satellite={satellite} />}
      {!status.isLeftOut && <Observed satellite={satellite} />}
    </section>
  );
}

/** Editable groups, saved on blur or Enter. */
function Groups({ satellite }: { readonly satellite: Satellite }) {
  const { groups } = satellite;
  const control = useAtomValue(fleetControlAtom);
  const isByGroup = useAtomValue(colouredByAtom) === 'group';
  const kept = groups.join(', ');
  const [typed, setTyped] = useState(kept);
  const keep = () => {
    const read = readGroups(typed);
    setTyped(read.join(', '));
    if (read.join(', ') !== kept) control?.describe(satellite, { groups: read });
  };
  return (
    <InputField
      label="Groups"
      hint={`Separate with commas.${isByGroup ? ' The first group sets the colour on the map.' : ''}`}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={keep}
      onKeyDown={({ key }) => {
        if (key === 'Enter') keep();
      }}
    />
  );
}

/** Position accuracy from the age of the elements; the spacecraft follows its own exactly. */
function Accuracy({ elements, mission }: Satellite) {
  const time = useAtomValue(missionSecondAtom);
  if (mission === SPACECRAFT || time === undefined) return null;
  const { meaning, errorKm } = elementsAccuracy(elements, elementsEpoch(elements), time);
  // The user cannot renew the mission's elements.
  return <>. {mission ? errorText(errorKm) : meaning}</>;
}

/** Data that depend on the place and the frequency. */
function Observed({ satellite }: { readonly satellite: Satellite }) {
  const time = useFleetTime();
  const places = useAtomValue(placesAtom);
  const [place, setPlace] = useAtom(seenFromAtom);
  const { frequencyMhz: kept } = satellite;
  const control = useAtomValue(fleetControlAtom);
  const [typed, setTyped] = useState(kept === undefined ? '' : String(kept));
  const frequency = readFrequency(typed);
  const keep = () => {
    if (frequency.ok && frequency.value !== kept)
      control?.describe(satellite, { frequencyMhz: frequency.value });
  };
  const state = useStateOf(satellite, time);
  const look = state && place && lookAngles(siteOf(place), state);
  return (
    <>
      <div className={styles.choices}>
        <SelectField
          label="Seen from"
          options={places.map((one) => one.name)}
          value={place?.name}
          onChange={({ target }) => setPlace(places[target.selectedIndex]?.id)}
        />
        <InputField
          label="Frequency (MHz)"
          hint="Optional, for the Doppler shift and the list of passes"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={frequency.ok ? undefined : frequency.message}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={keep}
          onKeyDown={({ key }) => {
            if (key === 'Enter') keep();
          }}
        />
      </div>
      {state && place && look && time !== undefined ? (
        <SatelliteFigures
          state={state}
          time={time}
          place={place}
          look={look}
          frequencyMhz={frequency.ok ? frequency.value : undefined}
        />
      ) : (
        !satellite.mission && <p className={styles.note}>Computing the position…</p>
      )}
      {place && time !== undefined && (
        <SatellitePasses satellite={satellite} place={place} time={time} look={look} />
      )}
    </>
  );
}
