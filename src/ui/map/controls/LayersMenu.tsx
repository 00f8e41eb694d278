import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Layers, MapPin, Satellite } from 'lucide-react';
import { useContext, useId, useSyncExternalStore } from 'react';
import { SATELLITES, type SatelliteId } from '../../../shared/satellites.ts';
import { fleetAtom, isSatellitesOpenAtom } from '../../fleet/atoms.ts';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { networkAtom } from '../../kit/page/network.ts';
import { isPlacesOpenAtom } from '../../places/atoms.ts';
import { MAP_LAYERS, type MapLayer, mapLayersAtom } from '../../preferences/preferences.ts';
import type { TrackedId } from '../camera/camera.ts';
import { MapOf } from '../camera/map-context.ts';
import { layersOf } from '../geometry/layer-choice.ts';
import styles from './map-controls.module.css';

const NAMES: Readonly<Record<MapLayer, string>> = {
  surface: 'Relief and city lights',
  borders: 'Borders',
  bodies: 'Sun and Moon',
  anomaly: 'South Atlantic Anomaly',
};

interface Props {
  readonly satellites: readonly SatelliteId[];
}

/** Opens the list of the satellites that a user has added. */
export function SatellitesButton() {
  const open = useSetAtom(isSatellitesOpenAtom);
  return (
    <ToolButton
      isIcon
      aria-label="Satellites"
      title="Satellites"
      aria-haspopup="dialog"
      onClick={() => open(true)}
    >
      <Satellite aria-hidden="true" />
    </ToolButton>
  );
}

/** Opens the list of observers and ground stations. */
export function PlacesButton() {
  const open = useSetAtom(isPlacesOpenAtom);
  return (
    <ToolButton isIcon aria-label="Places" title="Places" aria-haspopup="dialog" onClick={() => open(true)}>
      <MapPin aria-hidden="true" />
    </ToolButton>
  );
}

/** What the map shows, and whom it follows. */
export function LayersMenu({ satellites }: Props) {
  return (
    <PopoverView
      trigger={
        <ToolButton isIcon aria-label="Layers" title="Layers">
          <Layers aria-hidden="true" />
        </ToolButton>
      }
      title="Layers"
      align="end"
      className={styles.menu}
    >
      <LayerBoxes />
      <FollowChoice satellites={satellites} />
    </PopoverView>
  );
}

function LayerBoxes() {
  const [chosen, setChosen] = useAtom(mapLayersAtom);
  const { savesData } = useAtomValue(networkAtom);
  const { size } = useContext(MapOf);
  const shown = layersOf(chosen, size, savesData);
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">Shown on the map</legend>
      {MAP_LAYERS.map((layer) => (
        <label key={layer}>
          <input
            type="checkbox"
            checked={shown[layer]}
            onChange={({ target }) => setChosen({ ...chosen, [layer]: target.checked })}
          />
          {NAMES[layer]}
        </label>
      ))}
    </fieldset>
  );
}

function FollowChoice({ satellites }: Props) {
  const { camera } = useContext(MapOf);
  const followed = useSyncExternalStore(camera.subscribe, camera.followed);
  const fleet = useAtomValue(fleetAtom);
  const group = useId();
  const added = fleet?.satellites.find(({ id }) => id === followed);
  const choices = [undefined, ...satellites, ...(added ? [added.id] : [])];
  const nameOf = (id: TrackedId | undefined): string => {
    if (id === undefined) return 'None';
    return typeof id === 'number' ? (added?.name ?? '') : SATELLITES[id].name;
  };
  return (
    <fieldset className={styles.group}>
      <legend>Follow</legend>
      {choices.map((id) => (
        <label key={id ?? 'none'}>
          <input type="radio" name={group} checked={followed === id} onChange={() => camera.follow(id)} />
          {nameOf(id)}
        </label>
      ))}
    </fieldset>
  );
}
