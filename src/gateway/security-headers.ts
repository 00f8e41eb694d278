import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const SELF = ["'self'"];
const NONE = ["'none'"];

/**
 * Everything comes from the own origin, nothing inline and no code from strings; only images may be data URLs. A text
 * becomes markup or a script's address only by the page's one policy (src/ui/trusted-types.ts).
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: SELF,
  scriptSrc: SELF,
  styleSrc: SELF,
  imgSrc: [...SELF, 'data:'],
  fontSrc: SELF,
  connectSrc: SELF,
  workerSrc: SELF,
  manifestSrc: SELF,
  frameSrc: NONE,
  objectSrc: NONE,
  baseUri: NONE,
  formAction: NONE,
  frameAncestors: NONE,
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
};

/** Device features the console never uses, and the two of a display on a wall. Browsers warn about names they do not know, so the list holds known ones. */
const PERMISSIONS_POLICY = {
  accelerometer: [],
  camera: [],
  displayCapture: [],
  fullscreen: ['self'],
  geolocation: [],
  gyroscope: [],
  hid: [],
  magnetometer: [],
  microphone: [],
  midi: [],
  payment: [],
  screenWakeLock: ['self'],
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
    // Nothing of another origin is embedded, and no other origin's page may embed or hold on to this one.
    crossOriginEmbedderPolicy: 'require-corp',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
    xContentTypeOptions: 'nosniff',
    xFrameOptions: 'DENY',
    // Whoever terminates TLS decides about it; this server speaks plain HTTP.
    strictTransportSecurity: false,
  });
}
