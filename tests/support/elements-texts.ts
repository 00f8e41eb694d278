import type { OrbitalElements } from '../../src/shared/orbit/elements.ts';

/** Orbital elements as texts, in the layouts of CelesTrak and Space-Track. */

type Fields = Readonly<Record<string, unknown>>;

const METADATA = {
  CENTER_NAME: 'EARTH',
  REF_FRAME: 'TEME',
  TIME_SYSTEM: 'UTC',
  MEAN_ELEMENT_THEORY: 'SGP4',
} as const;

const escaped = (value: unknown): string => String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const tags = (fields: Fields, ...keys: readonly string[]): string =>
  keys.map((key) => `<${key}>${escaped(fields[key])}</${key}>`).join('');

const MEAN_ELEMENTS = [
  'EPOCH',
  'MEAN_MOTION',
  'ECCENTRICITY',
  'INCLINATION',
  'RA_OF_ASC_NODE',
  'ARG_OF_PERICENTER',
  'MEAN_ANOMALY',
] as const;
const TLE_PARAMETERS = [
  'EPHEMERIS_TYPE',
  'NORAD_CAT_ID',
  'ELEMENT_SET_NO',
  'REV_AT_EPOCH',
  'BSTAR',
  'MEAN_MOTION_DOT',
  'MEAN_MOTION_DDOT',
] as const;

/** Formats one message as CelesTrak does: with an empty header. */
export function ommXml(elements: OrbitalElements): string {
  const fields: Fields = { ...METADATA, ...elements };
  return `<omm id="CCSDS_OMM_VERS" version="2.0">
<header><CREATION_DATE/><ORIGINATOR/></header>
<body><segment><metadata>${tags(fields, 'OBJECT_NAME', 'OBJECT_ID', ...Object.keys(METADATA))}</metadata>
<data><meanElements>${tags(fields, ...MEAN_ELEMENTS)}</meanElements>
<tleParameters>${tags(fields, ...TLE_PARAMETERS)}</tleParameters>
<userDefinedParameters><USER_DEFINED parameter="SEMIMAJOR_AXIS">6796.5</USER_DEFINED></userDefinedParameters>
</data></segment></body></omm>
`;
}

export const ndmXml = (list: readonly OrbitalElements[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ndm xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n${list
    .map(ommXml)
    .join('')}</ndm>\n`;

export const ommKvn = (list: readonly OrbitalElements[]): string =>
  list
    .map((elements) => {
      const lines = Object.entries({ ...METADATA, ...elements }).map(([key, value]) => `${key} = ${value}`);
      return ['CCSDS_OMM_VERS = 2.0', 'COMMENT mean elements', 'CREATION_DATE =', ...lines, ''].join('\n');
    })
    .join('\n');

/** Formats CSV with CelesTrak's columns, in its order. */
export function ommCsv(list: readonly OrbitalElements[], separator = ','): string {
  const columns = ['OBJECT_NAME', 'OBJECT_ID', ...MEAN_ELEMENTS, ...TLE_PARAMETERS];
  const rows = list.map((elements) => columns.map((key) => (elements as Fields)[key]).join(separator));
  return [columns.join(separator), ...rows, ''].join('\r\n');
}

/** Formats JSON as Space-Track does: all values as texts, and empty fields null. */
export const spaceTrackJson = (list: readonly OrbitalElements[]): string =>
  JSON.stringify(
    list.map((elements) => ({
      CCSDS_OMM_VERS: '3.0',
      COMMENT: 'GENERATED VIA SPACE-TRACK.ORG API',
      ...METADATA,
      ...Object.fromEntries(Object.entries(elements).map(([key, value]) => [key, String(value)])),
      DECAY_DATE: null,
      TLE_LINE0: `0 ${elements.OBJECT_NAME}`,
    })),
  );
