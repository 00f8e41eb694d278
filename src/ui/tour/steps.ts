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
    text: 'A satellite that obeys physics, run by this page. Its telemetry, its faults and its answers come from a model; nothing here flies a real one.',
    card: 'Telemetry',
    part: 'li',
  },
  {
    title: 'The space station is real',
    text: 'The ISS follows live data while a source answers. A label beside the name ORBITA-1 always says what its position comes from: LIVE, PREDICTED or SIMULATED.',
    card: 'Orbital Position',
    part: '[data-satellite="iss"]',
  },
  {
    title: 'You are the operator',
    text: 'Anomalies come up here: acknowledge them, and answer with commands.',
    keys: 'Ctrl+K, or ⌘K on a Mac, finds everything that you can do.',
    card: 'Anomaly Detection',
    part: 'header',
  },
];
