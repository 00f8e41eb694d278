import { readFileSync } from 'node:fs';
import type { Field } from '../../shared/packets/fields.ts';
import { TELEMETRY_PACKETS, type TelemetryPacket } from '../../shared/packets/table.ts';
import { PACKET_PARAMETERS, type PacketParameter } from './catalogue.ts';

/** Open MCT: a dictionary, the plugin that reads it, and a page with both. */

/** Version of Open MCT that the page is written for. */
export const OPENMCT_VERSION = '4.2.0';

/** Significant digits of a single-precision number that are shown. */
const FLOAT_FORMAT = '%.7g';

/** Returns how a value is shown: a sensor's with the decimals of its step. */
function formatOf({ type, step = 1 }: Field): string {
  if (type === 'float') return FLOAT_FORMAT;
  const [, decimals = ''] = String(step).split('.');
  return step >= 0.001 ? `%.${decimals.length}f` : '%.3f';
}

/** Returns the metadata of a value in the terms of Open MCT. */
function metadataOf(field: Field): object {
  const { unit, labels } = field;
  if (labels) {
    const enumerations = labels.map(([value, string]) => ({ value, string }));
    return { format: 'enum', enumerations };
  }
  return { formatString: formatOf(field), ...(unit !== undefined && { unit }) };
}

const hasLimits = ({ limits }: Field): boolean =>
  Object.values(limits ?? {}).some(({ low, high }) => low !== undefined || high !== undefined);

const parameterOf = ({ key, field }: PacketParameter): object => ({
  key,
  name: field.title,
  value: metadataOf(field),
  ...(hasLimits(field) && { limits: field.limits }),
});

const isHousekeeping = ({ first }: TelemetryPacket): boolean => first !== undefined;

/** Returns the dictionary: the packets that have parameters, housekeeping first, with all of these. */
export function describeOpenMct(): string {
  const ordered = [
    ...TELEMETRY_PACKETS.filter(isHousekeeping),
    ...TELEMETRY_PACKETS.filter((packet) => !isHousekeeping(packet)),
  ];
  const packets = ordered.map((packet) => ({
    key: packet.name,
    name: packet.title,
    parameters: PACKET_PARAMETERS.filter((one) => one.packet === packet).map(parameterOf),
  }));
  const filled = packets.filter(({ parameters }) => parameters.length > 0);
  return `${JSON.stringify({ name: 'ORBITA-1', packets: filled }, undefined, 2)}\n`;
}

/** Returns the plugin, which is the same for every spacecraft. */
export const describeOpenMctPlugin = (): string =>
  readFileSync(new URL('./orbita1-plugin.js', import.meta.url), 'utf8');

/** Returns a page with Open MCT and the plugin: it mounts into the first element of its body. */
export const describeOpenMctPage = (webPort: number): string => `\
<!doctype html>
<!-- In this folder:
npm install openmct@${OPENMCT_VERSION}
python3 -m http.server 8080 --bind 127.0.0.1
Then open http://localhost:8080 -->
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>ORBITA-1 - Open MCT</title>
    <link rel="icon" href="node_modules/openmct/dist/favicons/favicon-32x32.png" />
    <script src="node_modules/openmct/dist/openmct.js"></script>
  </head>
  <body>
    <div id="app"></div>
    <script type="module">
      import orbita1 from './orbita1-plugin.js';
      const { openmct } = window;
      const query = new URLSearchParams(location.search);
      const host = query.get('host') ?? '127.0.0.1'; // in brackets if it is an address of IPv6
      const token = query.get('token');
      const MINUTE_MS = 60_000;
      const lastHour = { start: Date.now() - 60 * MINUTE_MS, end: Date.now() };

      openmct.setAssetPath('node_modules/openmct/dist');
      openmct.install(openmct.plugins.LocalStorage());
      openmct.install(openmct.plugins.MyItems());
      openmct.install(openmct.plugins.Espresso());
      openmct.install(openmct.plugins.UTCTimeSystem());
      openmct.install(orbita1({ url: \`http://\${host}:${webPort}\`, token }));
      openmct.install(
        openmct.plugins.Conductor({
          menuOptions: [
            {
              name: 'Realtime',
              timeSystem: 'utc',
              clock: 'orbita1',
              clockOffsets: { start: -30 * MINUTE_MS, end: MINUTE_MS },
            },
            { name: 'Fixed', timeSystem: 'utc', bounds: lastHour },
          ],
        }),
      );
      openmct.install(openmct.plugins.LADTable());
      if (location.hash === '') location.hash = '#/browse/orbita1:spacecraft';
      openmct.start();
    </script>
  </body>
</html>
`;
