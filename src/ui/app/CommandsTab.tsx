import { SPACECRAFT } from '../../shared/satellites.ts';
import { CommandUplinkCard } from '../commands/CommandUplinkCard.tsx';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import { GroundStationsCard } from '../stations/GroundStationsCard.tsx';
import { SpacecraftCard } from '../synoptic/SpacecraftCard.tsx';
import styles from './commands-tab.module.css';

/** From here on the queue is a table beside the form and a third column. */
const IS_ROOMY = '(min-width: 112rem) and (min-height: 56rem)';

/** From here on there is space below the queue for the next contacts, in one line. */
const HAS_LINE = '(min-width: 80rem) and (min-height: 45rem)';

/**
 * The uplink and, on large screens, what an operator needs while commanding: contacts, and the response of
 * the spacecraft.
 */
export function CommandsTab() {
  const isRoomy = useMediaQuery(IS_ROOMY);
  const hasLine = useMediaQuery(HAS_LINE);
  if (!isRoomy && !hasLine) return <CommandUplinkCard />;
  if (!isRoomy) {
    return (
      <div className={styles.rows}>
        <CommandUplinkCard />
        <GroundStationsCard id={SPACECRAFT} isFlat />
      </div>
    );
  }
  return (
    <div className={styles.cards}>
      <CommandUplinkCard className={styles.uplink} />
      <GroundStationsCard className={styles.stations} id={SPACECRAFT} />
      <SpacecraftCard className={styles.spacecraft} />
    </div>
  );
}
