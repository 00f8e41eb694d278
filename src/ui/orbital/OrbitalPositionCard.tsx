import { useAtomValue } from 'jotai';
import { ORBITAL_ELEMENTS } from '../../shared/elements.ts';
import { OrbitalMap } from '../map/OrbitalMap.tsx';
import { ephemeridesAtom } from '../mission/atoms.ts';
import { Card, QuietLine } from '../shell/Card.tsx';
import styles from './orbital.module.css';
import { PositionTable } from './PositionTable.tsx';

/** The Orbital Position card of the overview: both satellites on the map, and as text below it. */
export function OrbitalPositionCard({ className }: { readonly className?: string | undefined }) {
  return (
    <Card title="Orbital Position" className={className} aside={<Provenance />}>
      <Positions />
    </Card>
  );
}

/** Where the positions come from. */
function Provenance() {
  return (
    <p className={styles.provenance}>
      ORBITA-1 simulated, ISS predicted from elements of {ORBITAL_ELEMENTS.iss.EPOCH.slice(0, 10)}
    </p>
  );
}

function Positions() {
  const ephemerides = useAtomValue(ephemeridesAtom);
  if (!ephemerides) return <QuietLine>Loading tracking data...</QuietLine>;
  return (
    <div className={styles.layout}>
      <div className={styles.mapFrame}>
        <OrbitalMap
          className={styles.map}
          ephemerides={ephemerides}
          label="World map with ORBITA-1 and the ISS, their ground tracks and the night side of the Earth. The table beside it lists their positions."
        />
      </div>
      <PositionTable />
    </div>
  );
}
