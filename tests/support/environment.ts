import { degrees } from '../../src/shared/kit/units.ts';
import type { Environment } from '../../src/worker/spacecraft/environment.ts';

/** The Sun in the orbital plane, in full sunlight, no ground station in view, a relay at a typical angle. */
export const SUNLIT: Environment = {
  light: 1,
  betaSine: 0,
  sunDistanceAu: 1,
  station: undefined,
  relayAngle: degrees(60),
};

export const DARK: Environment = { ...SUNLIT, light: 0 };
