/** The six top-level tabs of spec §2, in order, with their labels. */
export const TABS = ['overview', 'telemetry', 'orbital', 'commands', 'timeline', 'anomalies'] as const;
export type Tab = (typeof TABS)[number];

export const TAB_NAMES: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  telemetry: 'Telemetry',
  orbital: 'Orbital',
  commands: 'Commands',
  timeline: 'Timeline',
  anomalies: 'Anomalies',
};
