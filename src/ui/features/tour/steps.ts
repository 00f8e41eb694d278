export interface TourText {
  readonly title: string;
  readonly text: string;
}

export interface TourStep extends TourText {
  /** Used instead while the ISS does not follow live data. */
  readonly withoutLiveData?: Readonly<Record<'predicted' | 'simulated', TourText>>;
  /** For users with a keyboard. */
  readonly keys?: string;
  /** Name of the target: a card or another region. */
  readonly card: string;
  /** Part to point at if the whole does not fit beside the panel. */
  readonly part?: string;
}

const SOURCE_LABEL =
  'The label beside the name ORBITA-1 in the header shows the source of the ISS position, such as LIVE or PREDICTED.';

/** Explains what is simulated, what is live, time control, and what to do. */
export const TOUR_STEPS: readonly [TourStep, ...TourStep[]] = [
  {
    title: 'ORBITA-1 is simulated',
    text: 'A physical model in this page generates its telemetry, faults and command responses. Nothing here controls a real satellite.',
    card: 'Spacecraft state',
    part: '[data-level]',
  },
  {
    title: 'The ISS is real',
    text: `The ISS follows live data while a source is available. ${SOURCE_LABEL}`,
    withoutLiveData: {
      predicted: {
        title: 'The ISS is predicted',
        text: `There are no live data now: the position of the ISS is computed from the last ones. ${SOURCE_LABEL}`,
      },
      simulated: {
        title: 'The ISS is simulated',
        text: `There are no live data: the position of the ISS is computed from built-in orbital elements, which are old. ${SOURCE_LABEL}`,
      },
    },
    card: 'Orbital Position',
    part: '[data-satellite="iss"]',
  },
  {
    title: 'You control time',
    text: 'Pause, go back to any past instant, or run faster. MET is the mission elapsed time; AOS and LOS are when a ground station gains and loses the signal.',
    keys: 'Space pauses.',
    card: 'Time control',
  },
  {
    title: 'You are the operator',
    text: 'Anomalies appear here. Respond with commands. FDIR, the on-board fault protection, handles some of them. In SAFE mode the spacecraft saves power and stops its work until you recover it.',
    keys: 'Ctrl+K, or ⌘K on a Mac, finds most actions.',
    card: 'Anomaly Detection',
    part: 'header',
  },
];
