import { useAtomValue } from 'jotai';
import type { PointerEventHandler, Ref } from 'react';
import { SATELLITES } from '../../../shared/satellites.ts';
import type { GroundStationSite } from '../../contacts/contacts-at.ts';
import { missionSecondAtom } from '../../mission/atoms.ts';
import { poseAt } from '../geometry/marker-pose.ts';
import { PLANE_HEIGHT, PLANE_WIDTH, toPlaneX, toPlaneY } from '../geometry/plane.ts';
import type { KnownSatellite } from '../layers/satellite-layer.ts';
import styles from './map-objects.module.css';

interface ButtonProps {
  readonly ref: Ref<HTMLButtonElement> | undefined;
  /** Id of the details element, while present. */
  readonly detailsId: string | undefined;
  readonly onPoint: () => void;
  readonly onPointerLeave: PointerEventHandler;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** Button over a satellite's marker, moved once a second: in that time the marker moves less than a pixel. */
export function SatelliteButton({
  satellite: { id, window },
  ...props
}: ButtonProps & { readonly satellite: KnownSatellite }) {
  const now = useAtomValue(missionSecondAtom);
  const pose = now === undefined ? undefined : poseAt(window, now);
  if (!pose) return null;
  return <ObjectButton {...props} kind="satellite" name={SATELLITES[id].name} x={pose.x} y={pose.y} />;
}

export function StationButton({
  station: { name, lat, lng },
  ...props
}: ButtonProps & { readonly station: GroundStationSite }) {
  return <ObjectButton {...props} kind="station" name={name} x={toPlaneX(lng)} y={toPlaneY(lat)} />;
}

interface ObjectButtonProps extends ButtonProps {
  readonly kind: 'satellite' | 'station';
  readonly name: string;
  /** In plane units. */
  readonly x: number;
  readonly y: number;
}

function ObjectButton({ ref, kind, name, x, y, detailsId, onPoint, ...handlers }: ObjectButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.object}
      data-kind={kind}
      aria-label={name}
      aria-describedby={detailsId}
      style={{ left: `${(100 * x) / PLANE_WIDTH}%`, top: `${(100 * y) / PLANE_HEIGHT}%` }}
      onPointerEnter={onPoint}
      {...handlers}
      // Reopens the details after Escape; Safari does not focus a button on click.
      onClick={({ currentTarget }) => {
        currentTarget.focus();
        handlers.onFocus();
      }}
    />
  );
}
