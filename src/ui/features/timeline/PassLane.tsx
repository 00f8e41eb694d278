import { useId } from 'react';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcDate, formatUtcMinute, formatUtcTime } from '../../kit/format.ts';
import type { LanePass, LanePasses } from './pass-lane.ts';
import styles from './strip.module.css';
import { AXIS_HEIGHT, type StripGeometry } from './strip.ts';

/** Width of the longest specified name, of a letter of a longer one, and of an initial. */
const NAME_WIDTH = 60;
const CHARACTER_WIDTH = 7.5;
const LETTER_WIDTH = 12;
/** Width of the note on unknown passes. */
const NOTE_WIDTH = 190;
/** Offset of a text's baseline from its middle. */
const TEXT_BASE = 4;

interface PassLaneProps {
  readonly passes: LanePasses;
  readonly geometry: StripGeometry;
  readonly xOf: (time: EpochMs) => number;
}

/**
 * Eclipses and contacts as bands behind the events; below them the passes, in a lane per station if there is
 * room, otherwise in one; hatched where unknown.
 */
export function PassLane({ passes, geometry, xOf }: PassLaneProps) {
  const { stations, list, contacts, eclipses, known, knownUntil } = passes;
  const { width, gutter, hasStationLanes, lanesTop, laneHeight } = geometry;
  const hatchId = useId();
  const knownFrom = known ? xOf(known.from) : width;
  const knownTo = known ? xOf(known.to) : width;
  const lanes = hasStationLanes ? stations : [];
  const unknown = [
    { from: gutter, to: knownFrom, lane: 0, count: 1 + lanes.length },
    { from: knownTo, to: width, lane: 0, count: 1 + lanes.length },
    ...lanes.map((station, index) => ({
      from: knownFrom,
      to: xOf(station.knownFrom),
      lane: 1 + index,
      count: 1,
    })),
  ];
  const note = knownUntil
    ? `passes known until ${formatUtcDate(knownUntil)} ${formatUtcMinute(knownUntil)}`
    : 'passes not known';
  const noteX = known ? knownTo : gutter;
  const middleOf = (lane: number): number => lanesTop + (lane + 0.5) * laneHeight;
  const laneOf = ({ stationId }: LanePass): number =>
    hasStationLanes ? 1 + stations.findIndex(({ id }) => id === stationId) : 0;
  const names = hasStationLanes ? ['Eclipse', ...stations.map(({ name }) => name)] : [];
  return (
    <g>
      <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className={styles.hatch} y2="6" />
      </pattern>
      {unknown.map(
        ({ from, to, lane, count }) =>
          to - from >= 1 && (
            <rect
              key={`${lane} ${from}`}
              x={from}
              y={lanesTop + lane * laneHeight}
              width={to - from}
              height={count * laneHeight}
              fill={`url(#${hatchId})`}
            />
          ),
      )}
      {width - noteX >= NOTE_WIDTH && (
        <text className={styles.note} x={noteX + 8} y={middleOf(0) + TEXT_BASE}>
          {note}
        </text>
      )}
      {eclipses.map(({ from, to }) => (
        <rect
          key={from}
          className={styles.eclipse}
          x={xOf(from)}
          y={AXIS_HEIGHT}
          width={xOf(to) - xOf(from)}
          height={(hasStationLanes ? lanesTop + laneHeight : lanesTop) - AXIS_HEIGHT}
        />
      ))}
      {contacts.map(({ from, to }) => (
        <rect
          key={from}
          className={styles.contact}
          x={xOf(from)}
          y={AXIS_HEIGHT}
          width={xOf(to) - xOf(from)}
          height={lanesTop - AXIS_HEIGHT}
        />
      ))}
      {(hasStationLanes ? names : ['']).map((name, lane) => (
        <g key={lane === 0 ? '' : stations[lane - 1]?.id}>
          <line
            className={lane === 0 ? styles.laneLine : styles.tick}
            y1={middleOf(lane) - laneHeight / 2}
            y2={middleOf(lane) - laneHeight / 2}
            x2={width}
          />
          <text className={styles.laneName} x={4} y={middleOf(lane) + TEXT_BASE}>
            {name}
          </text>
        </g>
      ))}
      {hasStationLanes &&
        eclipses.map(({ from, to, whole }) => (
          <rect
            key={from}
            className={styles.dark}
            x={xOf(from)}
            y={middleOf(0) - laneHeight / 4}
            width={xOf(to) - xOf(from)}
            height={laneHeight / 2}
          >
            <title>{`Eclipse: ${formatUtcTime(whole.from)} to ${formatUtcTime(whole.to)} UTC`}</title>
          </rect>
        ))}
      {list.map((pass) => (
        <Pass
          key={`${pass.stationId} ${pass.from}`}
          pass={pass}
          isNamed={!hasStationLanes}
          middle={middleOf(laneOf(pass))}
          height={laneHeight - 6}
          xOf={xOf}
        />
      ))}
    </g>
  );
}

interface LanePassProps {
  readonly pass: LanePass;
  /** True in a lane of several stations: has the name beside it, or its initial. */
  readonly isNamed: boolean;
  readonly middle: number;
  readonly height: number;
  readonly xOf: (time: EpochMs) => number;
}

function Pass({ pass, isNamed, middle, height, xOf }: LanePassProps) {
  const { station, use, from, to, whole, freeUntil } = pass;
  const x = xOf(from);
  const width = Math.max(2, xOf(to) - x);
  const hasName =
    isNamed && xOf(freeUntil) - x - width >= Math.max(NAME_WIDTH, CHARACTER_WIDTH * station.length);
  return (
    <g className={styles.pass} data-active={use === 'active'}>
      <title>
        {`${station}${use === 'inactive' ? ', inactive' : ''}: ${formatUtcTime(whole.from)} to ${formatUtcTime(whole.to)} UTC`}
      </title>
      <rect className={styles.passShape} x={x} y={middle - height / 2} width={width} height={height} />
      {hasName && (
        <text className={styles.station} x={x + width + 4} y={middle + TEXT_BASE}>
          {station}
        </text>
      )}
      {isNamed && !hasName && width >= LETTER_WIDTH && (
        <text className={styles.letter} x={x + width / 2} y={middle + TEXT_BASE}>
          {station.charAt(0)}
        </text>
      )}
    </g>
  );
}
