import { useId } from 'react';
import type { EpochMs } from '../../shared/units.ts';
import { formatUtcDate, formatUtcMinute, formatUtcTime } from '../kit/format.ts';
import type { LanePasses } from './pass-lane.ts';
import styles from './strip.module.css';
import { AXIS_HEIGHT, LANE_HEIGHT, LANE_TOP, STRIP_HEIGHT } from './strip.ts';

/** Width of the longest specified name, of a letter of a longer one, and of a first letter. */
const NAME_WIDTH = 60;
const CHARACTER_WIDTH = 7.5;
const LETTER_WIDTH = 12;
/** Width of the note on unknown passes. */
const NOTE_WIDTH = 190;
const TEXT_Y = LANE_TOP + 14;

interface PassLaneProps {
  readonly passes: LanePasses;
  readonly xOf: (time: EpochMs) => number;
  readonly width: number;
}

/** Contacts as a band behind the events, with the stations below; hatched where unknown. */
export function PassLane({ passes: { list, contacts, known, knownUntil }, xOf, width }: PassLaneProps) {
  const hatchId = useId();
  const knownFrom = known ? xOf(known.from) : width;
  const knownTo = known ? xOf(known.to) : width;
  const note = knownUntil
    ? `passes known until ${formatUtcDate(knownUntil)} ${formatUtcMinute(knownUntil)}`
    : 'passes not known';
  const noteX = known ? knownTo : 0;
  return (
    <g>
      <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className={styles.hatch} y2="6" />
      </pattern>
      <line className={styles.laneLine} y1={LANE_TOP} y2={LANE_TOP} x2={width} />
      {[
        [0, knownFrom],
        [knownTo, width],
      ].map(
        ([from = 0, to = 0]) =>
          to - from >= 1 && (
            <rect
              key={from}
              x={from}
              y={LANE_TOP}
              width={to - from}
              height={LANE_HEIGHT}
              fill={`url(#${hatchId})`}
            />
          ),
      )}
      {width - noteX >= NOTE_WIDTH && (
        <text className={styles.note} x={noteX + 8} y={TEXT_Y}>
          {note}
        </text>
      )}
      {contacts.map(({ from, to }) => (
        <rect
          key={from}
          className={styles.contact}
          x={xOf(from)}
          y={AXIS_HEIGHT}
          width={xOf(to) - xOf(from)}
          height={STRIP_HEIGHT - AXIS_HEIGHT - LANE_HEIGHT}
        />
      ))}
      {list.map(({ stationId, station, isActive, isOwn, from, to, freeUntil }) => {
        const x = xOf(from);
        const passWidth = Math.max(2, xOf(to) - x);
        const hasName =
          xOf(freeUntil) - x - passWidth >= Math.max(NAME_WIDTH, CHARACTER_WIDTH * station.length);
        return (
          <g key={`${stationId} ${from}`} className={styles.pass} data-active={isActive}>
            <title>
              {`${station}${isActive || isOwn ? '' : ', inactive'}: ${formatUtcTime(from)} to ${formatUtcTime(to)} UTC`}
            </title>
            <rect
              className={styles.passShape}
              x={x}
              y={LANE_TOP + 3}
              width={passWidth}
              height={LANE_HEIGHT - 6}
            />
            {hasName && (
              <text className={styles.station} x={x + passWidth + 4} y={TEXT_Y}>
                {station}
              </text>
            )}
            {!hasName && passWidth >= LETTER_WIDTH && (
              <text className={styles.letter} x={x + passWidth / 2} y={TEXT_Y}>
                {station.charAt(0)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
