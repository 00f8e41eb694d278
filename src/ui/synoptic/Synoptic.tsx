import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { useMediaQuery } from '../use-media-query.ts';
import { FlowLine } from './FlowLine.tsx';
import type { ShownFault } from './faults.ts';
import { flowsOf } from './flows.ts';
import { NARROW, WIDE } from './layout.ts';
import { NODE_IDS, nodeTexts, PART_NODES } from './nodes.ts';
import { PartBox } from './PartBox.tsx';
import { summarise } from './summary.ts';
import styles from './synoptic.module.css';

const PHONE = '(max-width: 40rem)';

interface SynopticProps {
  readonly view: SpacecraftView;
  /** Most urgent first. */
  readonly faults: readonly ShownFault[];
  readonly isStale: boolean;
}

/** Energy from the Sun to the loads, and data from the recorder to the ground, as a diagram. */
export function Synoptic({ view, faults, isStale }: SynopticProps) {
  const { width, height, boxes } = useMediaQuery(PHONE) ? NARROW : WIDE;
  const texts = nodeTexts(view);
  const faultsOf = (node: string) => faults.filter(({ part }) => PART_NODES[part] === node);
  return (
    <svg
      className={styles.synoptic}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      preserveAspectRatio="xMidYMin meet"
      data-stale={isStale}
      role="img"
      aria-label={summarise(view, faults, isStale)}
    >
      {flowsOf(view).map((flow) => (
        <FlowLine
          key={[flow.from, flow.to].sort().join()}
          flow={flow}
          from={boxes[flow.from]}
          to={boxes[flow.to]}
        />
      ))}
      {NODE_IDS.map((id) => (
        <PartBox key={id} id={id} box={boxes[id]} text={texts[id]} faults={faultsOf(id)} isStale={isStale} />
      ))}
    </svg>
  );
}
