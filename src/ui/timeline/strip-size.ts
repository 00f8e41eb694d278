/** Heights of the strip, in desk pixels (16 per rem). */
export const AXIS_HEIGHT = 20;
export const ROW_HEIGHT = 24;
export const BAR_HEIGHT = 20;
export const ROW_COUNT = 5;
/** The lane of the ground-station passes, below the rows. */
export const LANE_HEIGHT = 20;
export const LANE_TOP = AXIS_HEIGHT + ROW_COUNT * ROW_HEIGHT + 4;
export const STRIP_HEIGHT = LANE_TOP + LANE_HEIGHT;
