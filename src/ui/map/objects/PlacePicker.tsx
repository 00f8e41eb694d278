import { useAtom, useSetAtom } from 'jotai';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { degrees } from '../../../shared/kit/units.ts';
import { formatLatitude, formatLongitude } from '../../kit/format.ts';
import { isPickingAtom, isPlacesOpenAtom, placeFormAtom } from '../../mission/places/atoms.ts';
import { MapOf, useMapPercent, useProjector } from '../camera/map-context.ts';
import type { Position } from '../geometry/projector.ts';
import styles from './place-picker.module.css';

/** Shares of the map's width and height by which an arrow key moves the cross, without and with Shift. */
const STEP = 0.02;
const FINE_STEP = 0.002;
/** Corresponds to the precision of a pixel on a large map. */
const DECIMALS = 2;

const MOVES: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Clamps a share to the map. */
const bounded = (share: number): number => Math.min(1, Math.max(0, share));

const BESIDE = 'Not on the Earth';

/** Layer over the map on which a press, or arrow keys and Enter, set the place of the form. */
export function PlacePicker() {
  const { size } = useContext(MapOf);
  const projector = useProjector();
  const percent = useMapPercent();
  const setPicking = useSetAtom(isPickingAtom);
  const setOpen = useSetAtom(isPlacesOpenAtom);
  const [form, setForm] = useAtom(placeFormAtom);
  const [cross, setCross] = useState({ x: 0.5, y: 0.5 });
  const [isRefused, setRefused] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);

  const positionOf = ({ x, y }: typeof cross): Position | undefined =>
    projector.positionAt(x * size.width, y * size.height);
  const position = positionOf(cross);
  const text = position
    ? `${formatLatitude(degrees(position[1]))}, ${formatLongitude(degrees(position[0]))}`
    : BESIDE;

  const leave = () => {
    setPicking(false);
    setOpen(true);
  };
  const pick = (at: typeof cross) => {
    const picked = positionOf(at);
    setRefused(!picked);
    setCross(at);
    if (!picked) return;
    const [longitude, latitude] = picked;
    if (form) {
      setForm({
        ...form,
        latitude: String(Number(latitude.toFixed(DECIMALS))),
        longitude: String(Number(longitude.toFixed(DECIMALS))),
      });
    }
    leave();
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (event.key !== 'Escape' && !move) return;
    // Keeps the map's arrow keys from panning.
    event.preventDefault();
    event.stopPropagation();
    if (!move) {
      leave();
      return;
    }
    const step = event.shiftKey ? FINE_STEP : STEP;
    setRefused(false);
    setCross(({ x, y }) => ({ x: bounded(x + move[0] * step), y: bounded(y + 2 * move[1] * step) }));
  });
  useEffect(() => {
    const layer = ref.current;
    layer?.focus();
    const handle = (event: KeyboardEvent): void => handleKey(event);
    layer?.addEventListener('keydown', handle);
    return () => layer?.removeEventListener('keydown', handle);
  }, []);
  const { left, top } = percent({
    x: cross.x * size.width,
    y: cross.y * size.height,
    isNear: true,
    isVisible: true,
  });
  const shareOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const box = ref.current?.getBoundingClientRect();
    if (!box || box.width === 0) return cross;
    return { x: bounded((clientX - box.left) / box.width), y: bounded((clientY - box.top) / box.height) };
  };
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={styles.layer}
        aria-label={`Pick a place on the map: ${text}`}
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse') setCross(shareOf(event));
        }}
        onClick={(event) => {
          // Enter and Space click without a pointer.
          pick(event.detail === 0 ? cross : shareOf(event));
        }}
      >
        <span className={styles.cross} style={{ left, top }} />
      </button>
      <p className={styles.help} data-above={cross.y > 0.5 || undefined}>
        <span role="status">
          {isRefused ? 'That point is not on the Earth. ' : ''}Press the map, or use the arrow keys and Enter.
          Escape goes back.
        </span>{' '}
        <span className={styles.position}>{text}</span>
      </p>
    </>
  );
}
