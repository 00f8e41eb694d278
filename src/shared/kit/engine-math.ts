/**
 * The functions of `math.ts` from the JavaScript engine: smaller and faster, but not bit-identical everywhere. The
 * built page uses them to draw and print, never to compute the mission (see `vite.config.ts`).
 */
export const { sin, cos, tan, asin, acos, atan, atan2, exp, log, log10, pow } = Math;

/** `Math.hypot` scales its arguments first, which takes ten times as long. */
export const hypot = (x: number, y: number, z = 0): number => Math.sqrt(x * x + y * y + z * z);
