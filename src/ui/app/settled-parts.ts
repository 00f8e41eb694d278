import { AwayNotice } from '../features/away/AwayNotice.tsx';
import { ShiftLine } from '../features/shift/ShiftLine.tsx';
import { TransportBar } from '../mission/time/TransportBar.tsx';
import { Tooltips } from './actions/Tooltips.tsx';

/** Parts shown beside the tabs once the first view has its data: one chunk. */
export const SETTLED_PARTS = { AwayNotice, ShiftLine, Tooltips, TransportBar };
