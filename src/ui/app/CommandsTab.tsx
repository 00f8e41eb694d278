import { CommandUplinkCard } from '../commands/CommandUplinkCard.tsx';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import { GroundStationsCard } from '../stations/GroundStationsCard.tsx';
import { SpacecraftCard } from '../synoptic/SpacecraftCard.tsx';
import styles from './commands-tab.module.css';

/** From here on the queue is a table beside the form and a third column. */
const IS_ROOMY = '(min-width: 112rem) and (min-height: 56rem)';

/**
 * The uplink and, on large screens, what an operator needs while commanding: contacts, and the response of
 * the spacecraft.
 */
export function CommandsTab() {
  const isRoomy = useMediaQuery(IS_ROOMY);
  if (!isRoomy) return <CommandUplinkCard />;
  return (
    <div className={styles.cards}>
      <CommandUplinkCard className={styles.uplink} />
      <GroundStationsCard className={styles.stations} id="orbita" />
      <SpacecraftCard className={styles.spacecraft} />
    </div>
  );
}
