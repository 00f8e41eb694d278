import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Everything comes from the own origin, nothing inline and no code from strings; only images may be data URLs. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: SELF,
  scriptSrc: SELF,
  styleSrc: SELF,
  imgSrc: [...SELF, 'data:'],
  fontSrc: SELF,
  connectSrc: SELF,
  workerSrc: SELF,
  objectSrc: NONE,
  baseUri: NONE,
  formAction: NONE,
  frameAncestors: NONE,
};

/** Device features the console never uses. Browsers warn about names they do not know, so the list holds known ones. */
const PERMISSIONS_POLICY = {
  accelerometer: [],
  camera: [],
  displayCapture: [],
  geolocation: [],
  gyroscope: [],
  hid: [],
  magnetometer: [],
  microphone: [],
  midi: [],
  payment: [],
  serial: [],
  usb: [],
  xrSpatialTracking: [],
};

/** Sets the security headers of every answer, errors included. `backendOrigin` is one that the page may call beside its own. */
export function securityHeaders(backendOrigin?: string): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      ...CONTENT_SECURITY_POLICY,
      ...(backendOrigin !== undefined && { connectSrc: [...SELF, backendOrigin] }),
    },
    permissionsPolicy: PERMISSIONS_POLICY,
    xFrameOptions: 'DENY',
    // Whoever terminates TLS decides about it; this server speaks plain HTTP.
    strictTransportSecurity: false,
  });
}
