/**
 * How the link between the spacecraft and other ground systems works. `open`: always. `network`: while the radio of the
 * model has a link, to a station or a relay. `stations`: while a
 * ground station has the spacecraft in view, as if there were no relays.
 */
export const LINK_PROFILES = ['open', 'network', 'stations'] as const;
export type LinkProfile = (typeof LINK_PROFILES)[number];

/** Highest bit error rate of the link: one bit in a hundred is wrong. */
export const MOST_BIT_ERRORS = 0.01;
