/** What the page is shown on: a desk with hands at it, or a wall that nobody touches. */
export type Display = 'desk' | 'wall';

const DISPLAY_PARAMETER = 'display';
export const WALL_URL = `/?${DISPLAY_PARAMETER}=wall`;

/** The display that a query asks for; anything but the wall is the desk. */
export const readDisplay = (query: URLSearchParams): Display =>
  query.get(DISPLAY_PARAMETER) === 'wall' ? 'wall' : 'desk';
