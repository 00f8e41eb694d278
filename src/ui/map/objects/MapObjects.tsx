import { useAtomValue } from 'jotai';
import { type PointerEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { ContactPlan } from '../../../shared/contract/contact-plan.ts';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import { FailureBoundary } from '../../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { isSettledAtom } from '../../kit/page/settled.ts';
import { networkPasses, ownPassesAtoms } from '../../mission/contacts/stations-shown.ts';
import { hiddenStationsAtom } from '../../mission/places/atoms.ts';
import type { KnownSatellite } from '../layers/satellite-layer.ts';
import styles from './map-objects.module.css';
import { SatelliteButton, StationButton } from './ObjectButton.tsx';

/** Loaded on demand, because the first view does not need it. */
const mapDetails = onDemand(['MapDetails'], async () => (await import('./MapDetails.tsx')).MapDetails);
const MapDetails = mapDetails.Component;

/** Fetches the details before an object is hovered. A failed fetch is retried then. */
export const prefetchDetails = (): Promise<void> => mapDetails.prefetch().catch(() => undefined);

/** Id of a satellite, or of a shown station. */
type ObjectId = string;

interface Props {
  /** Topmost first. */
  readonly satellites: readonly KnownSatellite[];
  readonly front: SatelliteId;
  readonly contacts: ContactPlan | undefined;
}

/**
 * Buttons over the canvas for all objects of the map, the front satellite first. The canvas shows the objects; the
 * buttons name them and open their details.
 */
export function MapObjects({ satellites, front, contacts }: Props) {
  const [pointedAt, setPointedAt] = useState<ObjectId>();
  const [focused, setFocused] = useState<ObjectId>();
  const open = pointedAt ?? focused;
  const openRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const isSettled = useAtomValue(isSettledAtom);
  const own = useAtomValue(ownPassesAtoms[front]);
  const hidden = useAtomValue(hiddenStationsAtom);
  useEffect(() => {
    if (isSettled) void prefetchDetails();
  }, [isSettled]);

  useEffect(() => {
    if (!open) return undefined;
    const closeOnEscape = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      setPointedAt(undefined);
      setFocused(undefined);
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);

  /** Ignores moves between an object and its details. */
  const handlePointerLeave = ({ relatedTarget }: PointerEvent): void => {
    const isStillThere =
      relatedTarget instanceof Node &&
      [openRef, panelRef].some(({ current }) => current?.contains(relatedTarget));
    if (!isStillThere) setPointedAt(undefined);
  };

  const buttonProps = (id: ObjectId) => ({
    ref: id === open ? openRef : undefined,
    detailsId: id === open ? panelId : undefined,
    onPoint: () => setPointedAt(id),
    onPointerLeave: handlePointerLeave,
    onFocus: () => setFocused(id),
    onBlur: () => setFocused(undefined),
  });
  const satellite = satellites.find(({ id }) => id === open);
  const network = networkPasses(contacts, front).filter(({ station: { id } }) => !hidden.includes(id));
  const stations = [...network, ...own];
  const subject = satellite ?? stations.find(({ station }) => station.id === open);
  return (
    <div className={styles.objects}>
      {satellites.map((known) => (
        <SatelliteButton key={known.id} satellite={known} {...buttonProps(known.id)} />
      ))}
      {stations.map(({ station }) => (
        <StationButton key={station.id} station={station} {...buttonProps(station.id)} />
      ))}
      {subject && (
        <FailureBoundary fallback={() => null}>
          <Suspense>
            <MapDetails
              id={panelId}
              panelRef={panelRef}
              anchorRef={openRef}
              onPointerLeave={handlePointerLeave}
              subject={subject}
              front={front}
              frontWindow={satellites.find(({ id }) => id === front)?.window}
              contacts={contacts}
            />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}
