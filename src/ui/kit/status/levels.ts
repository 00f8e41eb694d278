/** The six status levels, most urgent first (design.md §5). Each has its own colour, shape and word. */
export const STATUS_LEVELS = ['critical', 'serious', 'caution', 'normal', 'standby', 'off'] as const;
export type StatusLevel = (typeof STATUS_LEVELS)[number];
