import { useAtomValue } from 'jotai';
import { type CSSProperties, useMemo } from 'react';
import type { Place } from '../../shared/entities/place.ts';
import { SATELLITES, SPACECRAFT } from '../../shared/entities/satellites.ts';
import type { EphemerisWindow } from '../../shared/orbit/ephemeris.ts';
import type { GroundPoint } from '../../shared/orbit/frames.ts';
import { type Site, siteOf } from '../../shared/orbit/observer.ts';
import { subsolarPoint } from '../../shared/orbit/sun.ts';
import { formatUtcMinute } from '../kit/format.ts';
import type { Size } from '../kit/page/size.ts';
import { missionMinuteAtom, sliceAtoms } from '../mission/link/atoms.ts';
import { skyPassAtom } from './atoms.ts';
import type { Rect, WallLayout } from './layout.ts';
import styles from './sky.module.css';
import {
  type Direction,
  daylight,
  type SkyPicture,
  type SkySample,
  skyArc,
  skyPicture,
  skySample,
  sunAltitude,
  sunAzimuth,
  twilight,
} from './sky.ts';
import { starlight, starsOver } from './stars.ts';
import { useInstantAhead } from './use-instant-ahead.ts';

interface Props {
  /** In rem. */
  readonly stage: Size;
  readonly layout: Pick<WallLayout, 'free' | 'time'>;
}

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
const RINGS = [30, 60];
const RING_STEP = 4;

const range = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

/** Returns a line through directions, as an SVG path in rem. Breaks behind the observer. */
function pathOf(picture: SkyPicture, directions: readonly Direction[]): string {
  let isPenUp = true;
  return directions
    .map((direction) => {
      const point = picture.place(direction);
      const step = point ? `${isPenUp ? 'M' : 'L'}${point.x.toFixed(3)} ${point.y.toFixed(3)}` : '';
      isPenUp = !point;
      return step;
    })
    .join('');
}

const at = ({ x, y }: { readonly x: number; readonly y: number }): CSSProperties => ({
  left: `${x}rem`,
  top: `${y}rem`,
});

/** The sky over the station of a pass, in perspective: horizon, compass, elevation, and the satellite on its arc. */
export function SkyView({ stage, layout }: Props) {
  const { free } = layout;
  const contact = useAtomValue(skyPassAtom);
  const ephemeris = useAtomValue(sliceAtoms.ephemerides)?.[SPACECRAFT];
  const window = ephemeris?.status === 'available' ? ephemeris.window : undefined;
  const station = contact?.station;
  const site = station && siteOf(station);
  const arc = useMemo(
    () => (window && site && contact ? skyArc(window, site, contact.pass) : []),
    [window, site, contact],
  );
  const picture = useMemo(() => skyPicture(arc, free), [arc, free]);
  if (!window || !site || !contact || arc.length === 0) return null;
  return (
    <div className={styles.sky} role="img" aria-label={`Sky over ${contact.station.name} in perspective`}>
      <Light ground={contact.station} picture={picture} stage={stage} />
      <Stars station={contact.station} picture={picture} stage={stage} />
      <Drawing picture={picture} arc={arc} stage={stage} />
      <Names picture={picture} arc={arc} layout={layout} />
      <Satellite picture={picture} window={window} site={site} free={free} />
    </div>
  );
}

/** Day, twilight or night over the station, and the position of the Sun, or where it has set. */
function Light({ ground, picture, stage }: { ground: GroundPoint; picture: SkyPicture; stage: Size }) {
  const now = useAtomValue(missionMinuteAtom);
  if (now === undefined) return null;
  const sun = subsolarPoint(now);
  const altitude = sunAltitude(ground, sun);
  const direction = { azimuth: sunAzimuth(ground, sun), elevation: Math.max(altitude, 0) };
  const point = picture.place(direction);
  const horizon = picture.place({ azimuth: picture.look.azimuth, elevation: 0 });
  const style = {
    '--daylight': `${100 * daylight(altitude)}%`,
    '--twilight': twilight(altitude),
    '--glow-x': `${(100 * (point?.x ?? -stage.width)) / stage.width}%`,
    '--horizon': `${(100 * (horizon?.y ?? 0)) / stage.height}%`,
  } as CSSProperties;
  return (
    <>
      <div className={styles.light} style={style} />
      {altitude > 0 && point && <span className={styles.sun} style={at(point)} />}
    </>
  );
}

/** Sizes of star points by range of magnitude. */
const STAR_SIZES = [
  { size: 'large', from: Number.NEGATIVE_INFINITY, to: 0.7 },
  { size: 'medium', from: 0.7, to: 1.7 },
  { size: 'small', from: 1.7, to: 2.7 },
  { size: 'faint', from: 2.7, to: Number.POSITIVE_INFINITY },
] as const;

/** Stars, from dusk to dawn. */
function Stars({ station, picture, stage }: { station: Place; picture: SkyPicture; stage: Size }) {
  const now = useAtomValue(missionMinuteAtom);
  const stars = useMemo(() => (now === undefined ? [] : starsOver(siteOf(station), now)), [station, now]);
  if (now === undefined) return null;
  const opacity = starlight(sunAltitude(station, subsolarPoint(now)));
  if (opacity === 0) return null;
  const pointsOf = (from: number, to: number): string =>
    stars
      .filter(({ magnitude }) => magnitude >= from && magnitude < to)
      .map((star) => picture.place(star))
      .map((point) => (point ? `M${point.x.toFixed(3)} ${point.y.toFixed(3)}h0` : ''))
      .join('');
  return (
    <svg
      className={`${styles.drawing} ${styles.stars}`}
      viewBox={`0 0 ${stage.width} ${stage.height}`}
      style={{ opacity }}
      aria-hidden="true"
    >
      {STAR_SIZES.map(({ size, from, to }) => (
        <path key={size} data-size={size} d={pointsOf(from, to)} />
      ))}
    </svg>
  );
}

interface DrawingProps {
  readonly picture: SkyPicture;
  readonly arc: readonly SkySample[];
}

function Drawing({ picture, arc, stage }: DrawingProps & { readonly stage: Size }) {
  const now = useAtomValue(missionMinuteAtom);
  const paths = useMemo(() => {
    const { azimuth } = picture.look;
    const circle = (elevation: number) =>
      pathOf(
        picture,
        range(-180, 180, RING_STEP).map((turn) => ({ azimuth: azimuth + turn, elevation })),
      );
    const first = picture.place({ azimuth: azimuth - 108, elevation: 0 });
    const horizon = pathOf(
      picture,
      range(-108, 108, RING_STEP).map((turn) => ({ azimuth: azimuth + turn, elevation: 0 })),
    );
    return {
      ground: `${horizon}H${2 * stage.width}V${2 * stage.height}H${-stage.width}V${first?.y ?? 0}Z`,
      horizon,
      rings: RINGS.map(circle).join(''),
      verticals: range(0, 315, 45)
        .map((one) =>
          pathOf(
            picture,
            range(0, 80, RING_STEP).map((elevation) => ({ azimuth: one, elevation })),
          ),
        )
        .join(''),
      lit: pathOf(picture, arc),
      dark: arc
        .map((sample, index) => (sample.isLit ? '' : pathOf(picture, arc.slice(index, index + 2))))
        .join(''),
    };
  }, [picture, arc, stage]);
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${stage.width} ${stage.height}`}
      data-minute={now}
      aria-hidden="true"
    >
      <path className={styles.grid} d={paths.verticals} />
      <path className={styles.grid} d={paths.rings} />
      <path className={styles.arc} d={paths.lit} />
      <path className={styles.shadow} d={paths.dark} />
      <path className={styles.ground} d={paths.ground} />
      <path className={styles.horizon} d={paths.horizon} />
    </svg>
  );
}

/** Azimuth offsets of ring names, beside the arc, which is highest in the middle. */
const RING_NAMES = [-70, -55, -40, -25];

/** Minimum distance of compass and ring names from the edges of the free part, in rem. */
const NAME_ROOM = 1.4;

function Names({ picture, arc, layout: { free, time } }: DrawingProps & Pick<Props, 'layout'>) {
  const isInside = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
    x > free.left + NAME_ROOM &&
    x < free.left + free.width - NAME_ROOM &&
    y > free.top &&
    y < free.top + free.height - NAME_ROOM / 2 &&
    !(time && x < time.left + time.width + NAME_ROOM && y < time.top + time.height + NAME_ROOM / 2);
  const compass = COMPASS.flatMap((name, index) => {
    const point = picture.place({ azimuth: 45 * index, elevation: 0 });
    const below = point && { x: point.x, y: point.y + 0.75 };
    return below && isInside(below) ? [{ name, point: below }] : [];
  });
  const [rise, set] = [arc.at(0), arc.at(-1)];
  const ends = [
    { word: 'AOS', sample: rise },
    { word: 'LOS', sample: set },
  ].flatMap(({ word, sample }) => {
    const point = sample && picture.place(sample);
    const ground = sample && picture.place({ ...sample, elevation: 0 });
    return sample && point && ground ? [{ word, sample, point: { x: point.x, y: ground.y + 1.95 } }] : [];
  });
  const rings = RINGS.flatMap((elevation) => {
    const [point] = RING_NAMES.flatMap((turn) => {
      const side = picture.place({ azimuth: picture.look.azimuth + turn, elevation });
      return side && isInside(side) ? [side] : [];
    });
    return point ? [{ elevation, point }] : [];
  });
  return (
    <>
      {compass.map(({ name, point }) => (
        <span key={name} className={styles.compass} style={at(point)}>
          {name}
        </span>
      ))}
      {rings.map(({ elevation, point }) => (
        <span key={elevation} className={styles.ring} style={at(point)}>
          {elevation}°
        </span>
      ))}
      {ends.map(({ word, sample, point }) => (
        <span key={word} className={styles.end} style={at(point)}>
          {word} <time dateTime={new Date(sample.time).toISOString()}>{formatUtcMinute(sample.time)}</time>
        </span>
      ))}
    </>
  );
}

interface SatelliteProps {
  readonly picture: SkyPicture;
  readonly window: EphemerisWindow;
  readonly site: Site;
  readonly free: Rect;
}

/** Space for the satellite's name beside it, in rem. */
const SATELLITE_NAME = 7.2;

function Satellite({ picture, window, site, free }: SatelliteProps) {
  const instant = useInstantAhead();
  const sample = instant === undefined ? undefined : skySample(window, site, instant);
  const point = sample && sample.elevation > 0 && picture.place(sample);
  if (!point) return null;
  const hasRoom = point.x + SATELLITE_NAME < free.left + free.width;
  return (
    <span
      className={styles.satellite}
      data-lit={sample.isLit}
      style={{ translate: `${point.x}rem ${point.y}rem` }}
    >
      <span className={styles.name} data-side={hasRoom ? 'right' : 'left'}>
        {SATELLITES[SPACECRAFT].name}
      </span>
    </span>
  );
}
