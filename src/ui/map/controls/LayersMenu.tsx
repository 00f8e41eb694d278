import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Layers, MapPin, Satellite } from 'lucide-react';
import { useContext, useId, useState, useSyncExternalStore } from 'react';
import { SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { networkAtom } from '../../kit/page/network.ts';
import { MAP_LAYERS, type MapLayer, mapLayersAtom } from '../../kit/preferences/preferences.ts';
import { fleetAtom, isSatellitesOpenAtom } from '../../mission/fleet/atoms.ts';
import { isPlacesOpenAtom } from '../../mission/places/atoms.ts';
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

/** Menu of the map's layers, of the satellite to follow, and of the user's satellites and places. */
export function LayersMenu({ satellites }: Props) {
  const [isOpen, setOpen] = useState(false);
  const openSatellites = useSetAtom(isSatellitesOpenAtom);
  const openPlaces = useSetAtom(isPlacesOpenAtom);
  const lead = (open: (isOpen: boolean) => void) =>
    pressOnce(() => {
      setOpen(false);
      open(true);
    });
  return (
    <PopoverView
      trigger={
        <ToolButton data-tip="Layers, satellites and places of the map">
          <Layers aria-hidden="true" />
          <span className={styles.word}>Layers</span>
        </ToolButton>
      }
      title="Layers"
      align="end"
      className={styles.menu}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <LayerBoxes />
      <FollowChoice satellites={satellites} />
      <div className={styles.lists}>
        <Button aria-haspopup="dialog" {...lead(openSatellites)}>
          <Satellite aria-hidden="true" />
          Satellites
        </Button>
        <Button aria-haspopup="dialog" {...lead(openPlaces)}>
          <MapPin aria-hidden="true" />
          Places
        </Button>
      </div>
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
