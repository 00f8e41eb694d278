import { CommandUplinkCard } from '../features/commands/CommandUplinkCard.tsx';
import { LinkLine } from '../features/stations/LinkLine.tsx';
import { SpacecraftCard } from '../features/synoptic/SpacecraftCard.tsx';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import styles from './commands-tab.module.css';

/** From this size the queue is a table beside the form and the diagram. */
const IS_ROOMY = '(min-width: 112rem) and (min-height: 45rem)';

/** The uplink card and, on wide screens, the spacecraft's response. */
export function CommandsTab() {
  const isRoomy = useMediaQuery(IS_ROOMY);
  if (!isRoomy) return <CommandUplinkCard link={<LinkLine />} />;
  return (
    <div className={styles.cards}>
      <CommandUplinkCard link={<LinkLine />} />
      <SpacecraftCard />
    </div>
  );
}
