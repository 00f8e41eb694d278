/** The six top-level tabs of spec §2, in order, with the names that people see. */
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

/** The query parameter that keeps the chosen tab over a reload and in a shared link. */
export const TAB_PARAMETER = 'tab';

/** The tab that a query asks for; anything that is not a tab is the overview. */
export const readTab = (query: URLSearchParams): Tab =>
  TABS.find((tab) => tab === query.get(TAB_PARAMETER)) ?? 'overview';

/** The query that asks for a tab, other parameters kept; the overview needs none. */
export function writeTab(query: URLSearchParams, tab: Tab): URLSearchParams {
  const next = new URLSearchParams(query);
  if (tab === 'overview') next.delete(TAB_PARAMETER);
  else next.set(TAB_PARAMETER, tab);
  return next;
}
