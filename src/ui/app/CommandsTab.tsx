import { CommandUplinkCard } from '../commands/CommandUplinkCard.tsx';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import { LinkLine } from '../stations/LinkLine.tsx';
import { SpacecraftCard } from '../synoptic/SpacecraftCard.tsx';
import styles from './commands-tab.module.css';

/** From here on the queue is a table beside the form and the diagram. */
const IS_ROOMY = '(min-width: 112rem) and (min-height: 45rem)';

/** The uplink and, on wide screens, the response of the spacecraft. */
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
