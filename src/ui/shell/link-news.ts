import type { LinkState } from '../mission/atoms.ts';

/** What is said of the link to the worker, once when it changes. */
export const LINK_NEWS: Readonly<Record<LinkState['status'], string>> = {
  connected: 'Connected to ORBITA-1',
  connecting: 'Connecting to ORBITA-1',
  lost: 'Link to ORBITA-1 lost, restarting the simulation',
};
