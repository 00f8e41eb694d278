export interface TourWords {
  readonly title: string;
  readonly text: string;
}

export interface TourStep extends TourWords {
  /** Instead, while the ISS does not follow live data. */
  readonly withoutLiveData?: Readonly<Record<'predicted' | 'simulated', TourWords>>;
  /** For users with a keyboard. */
  readonly keys?: string;
  /** Name of the target card. */
  readonly card: string;
  /** Part of the card to point at if the whole does not fit beside the panel. */
  readonly part: string;
}

const SOURCE_LABEL =
  'A label beside the name ORBITA-1 shows the source of its position: LIVE, PREDICTED or SIMULATED.';

/** What is simulated, what is live, what to do. */
export const TOUR_STEPS: readonly [TourStep, ...TourStep[]] = [
  {
    title: 'ORBITA-1 is simulated',
    text: 'A physical model in this page generates its telemetry, faults and command responses. Nothing here controls a real satellite.',
    card: 'Telemetry',
    part: 'li',
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
    title: 'You are the operator',
    text: 'Anomalies appear here. Respond with commands.',
    keys: 'Ctrl+K, or ⌘K on a Mac, finds every action.',
    card: 'Anomaly Detection',
    part: 'header',
  },
];
