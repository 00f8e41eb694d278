import { useAtom, useAtomValue } from 'jotai';
import { Layers } from 'lucide-react';
import { useContext, useId, useSyncExternalStore } from 'react';
import { SATELLITES, type SatelliteId } from '../../../shared/satellites.ts';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { networkAtom } from '../../kit/page/network.ts';
import { MAP_LAYERS, type MapLayer, mapLayersAtom } from '../../preferences/preferences.ts';
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
  const group = useId();
  const choices = [undefined, ...satellites];
  return (
    <fieldset className={styles.group}>
      <legend>Follow</legend>
      {choices.map((id) => (
        <label key={id ?? 'none'}>
          <input type="radio" name={group} checked={followed === id} onChange={() => camera.follow(id)} />
          {id ? SATELLITES[id].name : 'None'}
        </label>
      ))}
    </fieldset>
  );
}
