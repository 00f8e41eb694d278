import { useAtomValue } from 'jotai';
import type { PointerEventHandler, Ref } from 'react';
import type { Place } from '../../../shared/entities/place.ts';
import { SATELLITES } from '../../../shared/entities/satellites.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { useMapPercent, useProjector, useSymbolPlace } from '../camera/map-context.ts';
import { poseAt } from '../geometry/marker-pose.ts';
import type { KnownSatellite } from '../layers/satellite-layer.ts';
import styles from './map-objects.module.css';

interface SharedButtonProps {
  readonly ref: Ref<HTMLButtonElement> | undefined;
  /** Id of the details element while present. */
  readonly detailsId: string | undefined;
  readonly onPoint: () => void;
  readonly onPointerLeave: PointerEventHandler;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** Button over a satellite's marker, moved once a second, in which the marker moves less than a pixel. */
export function SatelliteButton({
  satellite: { id, window },
  ...props
}: SharedButtonProps & { readonly satellite: KnownSatellite }) {
  const now = useAtomValue(missionSecondAtom);
  const pose = now === undefined ? undefined : poseAt(window, now);
  if (!pose) return null;
  const { longitude, latitude } = pose;
  return (
    <ObjectButton
      {...props}
      kind="satellite"
      name={SATELLITES[id].name}
      longitude={longitude}
      latitude={latitude}
    />
  );
}

export function StationButton({
  station: { name, latitude, longitude },
  ...props
}: SharedButtonProps & { readonly station: Place }) {
  return <ObjectButton {...props} kind="station" name={name} longitude={longitude} latitude={latitude} />;
}

interface ObjectButtonProps extends SharedButtonProps {
  readonly kind: 'satellite' | 'station';
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** Renders nothing if the object is off the map, or on the far side of the globe. */
function ObjectButton({
  ref,
  kind,
  name,
  longitude,
  latitude,
  detailsId,
  onPoint,
  ...handlers
}: ObjectButtonProps) {
  const symbolPlace = useSymbolPlace();
  const place = useProjector().place(longitude, latitude);
  const toPercent = useMapPercent();
  if (!place.isVisible) return null;
  return (
    <button
      ref={ref}
      type="button"
      className={styles.object}
      data-kind={kind}
      aria-label={name}
      aria-describedby={detailsId}
      style={toPercent(kind === 'station' ? symbolPlace(place) : place)}
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
