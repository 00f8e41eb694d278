/**
 * The functions of `math.ts` from the JavaScript engine: smaller and faster, and not the same bits everywhere. The built
 * page draws and prints with them; nothing of the mission is computed there (see `vite.config.ts`).
 */
export const { sin, cos, tan, asin, acos, atan, atan2, exp, log, log10, pow } = Math;

/** `Math.hypot` scales its numbers first, which takes ten times as long. */
export const hypot = (x: number, y: number, z = 0): number => Math.sqrt(x * x + y * y + z * z);
