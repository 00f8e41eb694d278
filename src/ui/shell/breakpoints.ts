/** Where the cards of the Overview stand one below the other, as `dashboard.module.css` has it. */
export const IS_ONE_COLUMN = '(max-width: 60rem)';

/** Where the dashboard fills the screen and its lists scroll in their cards, as `dashboard.module.css` has it. */
export const FILLS_SCREEN = '(min-width: 60.0625rem) and (min-height: 40rem)';
