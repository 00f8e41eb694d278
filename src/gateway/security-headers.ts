import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { isTrustworthyOrigin } from './trustworthy-origin.ts';

const SELF = ["'self'"];
const NONE = ["'none'"];

/**
 * Everything comes from the page's own origin, nothing inline and no code from strings; only images may be data URLs.
 * Text becomes markup or a script URL only through the page's one policy (src/ui/app/trusted-types.ts).
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

/**
 * Denies device features that the console never uses; allows two for a wall display, and the location for the place
 * form. Browsers warn about unknown names, so only known ones are listed.
 */
const PERMISSIONS_POLICY = {
  accelerometer: [],
  camera: [],
  displayCapture: [],
  fullscreen: ['self'],
  geolocation: ['self'],
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

export interface PageOrigins {
  /** Additional origin that the page may call. */
  readonly backendOrigin?: string | undefined;
  /** True if a proxy in front writes X-Forwarded-Proto. */
  readonly isBehindProxy?: boolean | undefined;
}

/** Sets the security headers of every answer, errors included. */
export function securityHeaders({ backendOrigin, isBehindProxy = false }: PageOrigins): MiddlewareHandler {
  const trustworthy = headersOf(backendOrigin, true);
  const other = headersOf(backendOrigin, false);
  return (c, next) => (isTrustworthyOrigin(c.req.raw, isBehindProxy) ? trustworthy : other)(c, next);
}

function headersOf(backendOrigin: string | undefined, isTrustworthy: boolean): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      ...CONTENT_SECURITY_POLICY,
      ...(backendOrigin !== undefined && { connectSrc: [...SELF, backendOrigin] }),
    },
    permissionsPolicy: PERMISSIONS_POLICY,
    // Nothing of another origin is embedded, and no other origin's page may embed or reference this one.
    crossOriginEmbedderPolicy: 'require-corp',
    // Elsewhere browsers ignore these two and log an error at each load.
    crossOriginOpenerPolicy: isTrustworthy && 'same-origin',
    originAgentCluster: isTrustworthy,
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
    xContentTypeOptions: 'nosniff',
    xFrameOptions: 'DENY',
    // This belongs to the TLS terminator; this server speaks plain HTTP.
    strictTransportSecurity: false,
  });
}
