import { Tooltips } from '../actions/Tooltips.tsx';
import { AwayNotice } from '../away/AwayNotice.tsx';
import { TransportBar } from '../time/TransportBar.tsx';

/** What the page shows beside its tabs once its first view has its data: one chunk. */
export const SETTLED_PARTS = { AwayNotice, Tooltips, TransportBar };
