import { useAtomValue } from 'jotai';
import { type PointerEventHandler, type RefObject, useLayoutEffect } from 'react';
import type { ContactPlan } from '../../../shared/contract/contact-plan.ts';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import type { EphemerisWindow } from '../../../shared/orbit/ephemeris.ts';
import type { StationPasses } from '../../mission/contacts/stations-shown.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import type { Box } from '../geometry/label-placement.ts';
import { type Anchor, placePanel } from '../geometry/panel-placement.ts';
import type { KnownSatellite } from '../layers/satellite-layer.ts';
import { type Details, satelliteDetails, stationDetails } from './details.ts';
import styles from './map-objects.module.css';

export interface PanelProps {
  readonly id: string;
  readonly panelRef: RefObject<HTMLDivElement | null>;
  /** The described object. */
  readonly anchorRef: RefObject<HTMLElement | null>;
  /** Absent if the panel does not stay open under the pointer. */
  readonly onPointerLeave?: PointerEventHandler;
}

interface Props extends PanelProps {
  readonly subject: KnownSatellite | StationPasses;
  readonly front: SatelliteId;
  /** Window of the front satellite. */
  readonly frontWindow: EphemerisWindow | undefined;
  readonly contacts: ContactPlan | undefined;
}

/** Details of the hovered or focused object, kept current. */
export function MapDetails({ subject, front, frontWindow, contacts, ...panel }: Props) {
  const now = useAtomValue(missionSecondAtom);
  if (now === undefined) return null;
  const details =
    'window' in subject
      ? satelliteDetails(subject.id, subject.window, contacts, now)
      : stationDetails(subject, front, frontWindow, now);
  return <Panel {...panel} details={details} />;
}

const anchorOf = ({ offsetLeft, offsetTop, offsetWidth }: HTMLElement): Anchor => ({
  x: offsetLeft,
  y: offsetTop,
  reach: offsetWidth / 2,
});

const boxOf = ({
  offsetLeft: x,
  offsetTop: y,
  offsetWidth: width,
  offsetHeight: height,
}: HTMLElement): Box => ({
  x,
  y,
  width,
  height,
});

/** Panel that the pointer may enter without leaving the object. */
export function Panel({
  id,
  panelRef,
  anchorRef,
  onPointerLeave,
  details: { title, rows, hint },
}: PanelProps & { readonly details: Details }) {
  // Runs after every rendering: the object may have moved, the text grown, or the map changed size.
  useLayoutEffect(() => {
    const { current: panel } = panelRef;
    const { current: anchor } = anchorRef;
    const map = panel?.offsetParent;
    if (!panel || !anchor || !map) return;
    const others = [...map.querySelectorAll<HTMLElement>('[data-kind]')].filter((one) => one !== anchor);
    const { x, y } = placePanel(
      anchorOf(anchor),
      { width: panel.offsetWidth, height: panel.offsetHeight },
      { width: map.clientWidth, height: map.clientHeight },
      others.map(anchorOf),
      [...(map.parentElement?.querySelectorAll<HTMLElement>('[data-covers-map]') ?? [])].map(boxOf),
    );
    panel.style.left = `${x}px`;
    panel.style.top = `${y}px`;
  });
  return (
    <div
      ref={panelRef}
      id={id}
      role="tooltip"
      className={styles.details}
      data-stays={onPointerLeave !== undefined}
      onPointerLeave={onPointerLeave}
    >
      <p className={styles.title}>{title}</p>
      <dl className={styles.rows}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
