import { useAtomValue } from 'jotai';
import { SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { STATION_MASK } from '../../../shared/entities/stations.ts';
import { Card } from '../../kit/card/Card.tsx';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { ScrollFrame } from '../../kit/page/ScrollFrame.tsx';
import { satelliteContactsAtoms } from '../../mission/contacts/observation.ts';
import { hasOtherStationsAtom, stationPassesAtoms } from '../../mission/contacts/stations-shown.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { ContactPlanStrips } from './ContactPlanStrips.tsx';
import { PassTable } from './PassTable.tsx';
import { FixedSchedule, StationTable } from './StationTable.tsx';
import styles from './stations.module.css';

interface StationsProps {
  readonly id: SatelliteId;
}

/**
 * The ground stations, the user's own last: computed next contacts, the fixed schedule in a quiet line, and a
 * day of contacts.
 */
export function GroundStationsCard({
  id,
  className,
}: StationsProps & { readonly className?: string | undefined }) {
  const hasOthers = useAtomValue(hasOtherStationsAtom);
  return (
    <Card
      title="Ground Stations"
      className={className}
      aside={
        <p className={styles.aside}>
          {SATELLITES[id].name} above {STATION_MASK}°{hasOthers && ', over own stations above their mask'},
          times UTC
        </p>
      }
    >
      <Stations id={id} />
    </Card>
  );
}

function Stations({ id }: StationsProps) {
  const contacts = useAtomValue(satelliteContactsAtoms[id]);
  const ephemeris = useAtomValue(sliceAtoms.ephemerides)?.[id];
  const stations = useAtomValue(stationPassesAtoms[id]);
  const now = useAtomValue(missionSecondAtom);
  if (contacts.status === 'unavailable')
    return <EmptyState headline="Error loading tracking data" detail={contacts.reason} level="caution" />;
  if (contacts.status === 'loading' || now === undefined)
    return <LoadingState headline="Loading tracking data..." />;
  const window = ephemeris?.status === 'available' ? ephemeris.window : undefined;
  return (
    <div className={styles.layout}>
      <ScrollFrame className={styles.tableFrame} name="Next contacts">
        <StationTable stations={stations} window={window} now={now} />
        <FixedSchedule stations={stations} />
      </ScrollFrame>
      <ContactPlanStrips stations={stations} now={now} />
      <PassTable id={id} stations={stations} now={now} />
    </div>
  );
}
