import { FUNCTION_PATHS, ISS_NORAD_ID, POSITION_SECONDS } from '../../../shared/contract/backend.ts';
import type { RealDataCall } from '../../../shared/contract/real-data.ts';
import { SATELLITES } from '../../../shared/entities/satellites.ts';
import type { Gateway } from './gateway.ts';
import { createGatewayCall, type GatewayAccess } from './gateway-call.ts';

const { latitude, longitude, altitudeKm } = SATELLITES.iss.observer;
const POSITIONS_QUERY = new URLSearchParams({
  endpoint: 'positions',
  noradId: String(ISS_NORAD_ID),
  observerLat: String(latitude),
  observerLng: String(longitude),
  observerAlt: String(altitudeKm * 1000),
  seconds: String(POSITION_SECONDS),
});

/** Endpoints of spec §7. */
const TARGETS: Readonly<Record<RealDataCall, string>> = {
  issPosition: FUNCTION_PATHS.openNotify,
  astronauts: `${FUNCTION_PATHS.openNotify}?endpoint=astros`,
  satellitePositions: `${FUNCTION_PATHS.n2yo}?${POSITIONS_QUERY}`,
};

export function createHttpGateway(access: GatewayAccess): Gateway {
  const callPath = createGatewayCall(access);
  return { call: (call, signal) => callPath(TARGETS[call], signal) };
}
