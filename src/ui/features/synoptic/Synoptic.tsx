import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { useMediaQuery } from '../../kit/page/use-media-query.ts';
import { FlowDashes } from './FlowDashes.tsx';
import { FlowLine } from './FlowLine.tsx';
import type { ShownFault } from './faults.ts';
import { type Flow, flowsOf } from './flows.ts';
import { NARROW, WIDE } from './layout.ts';
import { NODE_IDS, nodeTexts, PART_NODES } from './nodes.ts';
import { PartBox } from './PartBox.tsx';
import { summarise } from './summary.ts';
import styles from './synoptic.module.css';

/** Margin around the boxes, in units of the drawing: frames are drawn on their edges. */
const MARGIN = 2;

const PHONE = '(max-width: 40rem)';

interface SynopticProps {
  readonly view: SpacecraftView;
  /** Most urgent first. */
  readonly faults: readonly ShownFault[];
  readonly isStale: boolean;
}

/** Diagram of energy from the Sun to the loads, and data from the recorder to the ground. */
export function Synoptic({ view, faults, isStale }: SynopticProps) {
  const { width, height, boxes } = useMediaQuery(PHONE) ? NARROW : WIDE;
  const texts = nodeTexts(view);
  const faultsOf = (node: string) =>
    faults.filter(({ parts }) => parts.some((part) => PART_NODES[part] === node));
  const flows = flowsOf(view);
  const keyOf = ({ from, to }: Flow) => [from, to].sort().join();
  const frame = { x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  return (
    <div className={styles.drawing} data-stale={isStale}>
      <svg
        className={styles.synoptic}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        role="img"
        aria-label={summarise(view, faults, isStale)}
      >
        {flows.map((flow) => (
          <FlowLine key={keyOf(flow)} flow={flow} from={boxes[flow.from]} to={boxes[flow.to]} />
        ))}
        {NODE_IDS.map((id) => (
          <PartBox
            key={id}
            id={id}
            box={boxes[id]}
            text={texts[id]}
            faults={faultsOf(id)}
            isStale={isStale}
          />
        ))}
      </svg>
      {flows
        .filter(({ state }) => state === 'flowing')
        .map((flow) => (
          <FlowDashes
            key={keyOf(flow)}
            flow={flow}
            from={boxes[flow.from]}
            to={boxes[flow.to]}
            frame={frame}
          />
        ))}
    </div>
  );
}
