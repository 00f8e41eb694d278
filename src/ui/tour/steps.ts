export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** For users with a keyboard. */
  readonly keys?: string;
  /** Name of the target card. */
  readonly card: string;
  /** Part of the card to point at if the whole does not fit beside the panel. */
  readonly part: string;
}

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
    text: 'The ISS follows live data while a source is available. A label beside the name ORBITA-1 shows the source of its position: LIVE, PREDICTED or SIMULATED.',
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
