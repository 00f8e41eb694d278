import { type Field, wireName } from '../../shared/packets/fields.ts';
import { ALL_ACKS, TELECOMMAND_HEADER, TELEMETRY_HEADER } from '../../shared/packets/headers.ts';
import { HOUSEKEEPING_REPORT, TELEMETRY_PACKETS, type TelemetryPacket } from '../../shared/packets/table.ts';
import { telecommandOctets } from '../../shared/packets/telecommand.ts';
import type { Telecommand } from '../../shared/packets/telecommand-table.ts';
import { PARAMETERS, SYSTEM, TELECOMMAND_GROUPS, type TelecommandGroup } from './catalogue.ts';
import { element } from './xml.ts';

/**
 * XTCE 1.2 (OMG, 2018). What importers need beyond the schema: `IEEE754_1985` (Yamcs), limits with both ends, header
 * fields as arguments with an assigned value, comparisons with raw numbers, one flat SpaceSystem (COSMOS).
 */

const NAMESPACE = 'http://www.omg.org/spec/XTCE/20180204';
const SCHEMA = `${NAMESPACE} https://www.omg.org/spec/XTCE/20180204/SpaceSystem.xsd`;

/** Stands for an end of a limit that does not exist. */
const NO_LIMIT = 1e9;

const typeName = ({ name }: Field): string => `${wireName(name)}_type`;

const unitSet = ({ unit }: Field): readonly string[] =>
  unit === undefined ? [] : element('UnitSet', {}, element('Unit', {}, unit));

function encodingOf(field: Field): readonly string[] {
  const { type, bits, step } = field;
  if (type === 'float') return element('FloatDataEncoding', { sizeInBits: 32, encoding: 'IEEE754_1985' });
  const encoding = type === 'uint' ? 'unsigned' : 'twosComplement';
  const calibrator =
    step === undefined
      ? []
      : element('DefaultCalibrator', {}, [
          ...element('PolynomialCalibrator', {}, [
            ...element('Term', { coefficient: 0, exponent: 0 }),
            ...element('Term', { coefficient: step, exponent: 1 }),
          ]),
        ]);
  return element('IntegerDataEncoding', { sizeInBits: bits, encoding }, calibrator);
}

function alarmsOf({ limits }: Field): readonly string[] {
  if (!limits) return [];
  const rangeOf = (name: string, { low, high }: { readonly low?: number; readonly high?: number }) =>
    low === undefined && high === undefined
      ? []
      : element(name, { minInclusive: low ?? -NO_LIMIT, maxInclusive: high ?? NO_LIMIT });
  const ranges = [...rangeOf('WarningRange', limits.warning), ...rangeOf('CriticalRange', limits.critical)];
  return ranges.length === 0 ? [] : element('DefaultAlarm', {}, element('StaticAlarmRanges', {}, ranges));
}

const enumeration = ({ labels = [] }: Field): readonly string[] =>
  element(
    'EnumerationList',
    {},
    labels.flatMap(([value, label]) => element('Enumeration', { value, label })),
  );

/** Returns the type of a field: a parameter's, or an argument's with an initial value. */
function typeOf(field: Field, kind: 'Parameter' | 'Argument', initialValue?: string): readonly string[] {
  const { title, type, labels, step, range } = field;
  const attributes = { name: typeName(field), shortDescription: title, initialValue };
  const encoding = encodingOf(field);
  if (labels) {
    return element(`Enumerated${kind}Type`, attributes, [
      ...unitSet(field),
      ...encoding,
      ...enumeration(field),
    ]);
  }
  const isFloat = type === 'float' || step !== undefined;
  const numeric = isFloat
    ? { ...attributes, sizeInBits: type === 'float' ? 32 : 64 }
    : { ...attributes, signed: type === 'int', sizeInBits: 32 };
  const ranges = range
    ? element(
        'ValidRangeSet',
        {},
        element('ValidRange', { minInclusive: range.low, maxInclusive: range.high }),
      )
    : [];
  const rest = kind === 'Parameter' ? alarmsOf(field) : ranges;
  return element(`${isFloat ? 'Float' : 'Integer'}${kind}Type`, numeric, [
    ...unitSet(field),
    ...encoding,
    ...rest,
  ]);
}

const parameterRefs = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name }) => element('ParameterRefEntry', { parameterRef: wireName(name) }));

const comparison = (parameterRef: string, value: number): readonly string[] =>
  element('Comparison', { parameterRef, value, useCalibratedValue: false });

function container(
  name: string,
  title: string,
  fields: readonly Field[],
  base?: { readonly name: string; readonly criteria: readonly string[] },
  isAbstract?: true,
): readonly string[] {
  return element('SequenceContainer', { name, abstract: isAbstract, shortDescription: title }, [
    ...element('EntryList', {}, parameterRefs(fields)),
    ...(base
      ? element('BaseContainer', { containerRef: base.name }, [
          ...element('RestrictionCriteria', {}, element('ComparisonList', {}, base.criteria)),
        ])
      : []),
  ]);
}

/** Container of all packets, and of all housekeeping reports. */
const TELEMETRY = 'TM';
const HOUSEKEEPING = 'HK';

const ofService = (service: number, subservice: number): readonly string[] => [
  ...comparison('service', service),
  ...comparison('subservice', subservice),
];

function packetContainer({
  name,
  title,
  service,
  subservice,
  first,
  fields,
}: TelemetryPacket): readonly string[] {
  if (first === undefined) {
    return container(name, title, fields, { name: TELEMETRY, criteria: ofService(service, subservice) });
  }
  return container(name, title, fields.slice(1), { name: HOUSEKEEPING, criteria: comparison('sid', first) });
}

function telemetry(): readonly string[] {
  const fields = [...TELEMETRY_HEADER, ...PARAMETERS];
  const sid = PARAMETERS.filter(({ name }) => name === 'sid');
  const housekeeping = { name: TELEMETRY, criteria: ofService(...HOUSEKEEPING_REPORT) };
  return element('TelemetryMetaData', {}, [
    ...element(
      'ParameterTypeSet',
      {},
      fields.flatMap((field) => typeOf(field, 'Parameter')),
    ),
    ...element(
      'ParameterSet',
      {},
      fields.flatMap((field) =>
        element('Parameter', {
          name: wireName(field.name),
          parameterTypeRef: typeName(field),
          shortDescription: field.title,
        }),
      ),
    ),
    ...element('ContainerSet', {}, [
      ...container(TELEMETRY, 'Telemetry packet: CCSDS and PUS-C headers', TELEMETRY_HEADER, undefined, true),
      ...container(HOUSEKEEPING, 'Housekeeping report', sid, housekeeping, true),
      ...TELEMETRY_PACKETS.flatMap(packetContainer),
    ]),
  ]);
}

/** Abstract command of all telecommands. */
const TELECOMMAND = 'TC';

const argumentList = (fields: readonly Field[], initial: ReadonlyMap<string, string>): readonly string[] =>
  fields.length === 0
    ? []
    : element(
        'ArgumentList',
        {},
        fields.flatMap((field) =>
          element('Argument', {
            name: wireName(field.name),
            argumentTypeRef: typeName(field),
            shortDescription: field.title,
            initialValue: initial.get(field.name),
          }),
        ),
      );

const commandContainer = (name: string, fields: readonly Field[], base?: string): readonly string[] =>
  element('CommandContainer', { name: `${name}_PACKET` }, [
    ...element(
      'EntryList',
      {},
      fields.flatMap(({ name: argument }) =>
        element('ArgumentRefEntry', { argumentRef: wireName(argument) }),
      ),
    ),
    ...(base === undefined ? [] : element('BaseContainer', { containerRef: `${base}_PACKET` })),
  ]);

/** Returns the value of a fixed field as importers compare it: the label, if it has one. */
const fixedValue = ({ fixed, labels }: Field): string =>
  labels?.find(([raw]) => raw === fixed)?.[1] ?? String(fixed);

/** Values of header fields before a telecommand assigns its own. */
const INITIAL: ReadonlyMap<string, string> = new Map([
  ...TELECOMMAND_HEADER.map((field): [string, string] => [
    field.name,
    'fixed' in field && field.fixed !== undefined ? fixedValue(field) : '0',
  ]),
  ['ackFlags', String(ALL_ACKS)],
]);

const assignments = (
  values: readonly (readonly [name: string, value: string | number])[],
): readonly string[] =>
  values.length === 0
    ? []
    : element(
        'ArgumentAssignmentList',
        {},
        values.flatMap(([name, argumentValue]) =>
          element('ArgumentAssignment', { argumentName: wireName(name), argumentValue }),
        ),
      );

const isFixed = ({ fixed }: Field): boolean => fixed !== undefined;

/** Abstract command of a service and subtype: it has all arguments, of which each telecommand assigns the fixed ones. */
function groupCommands({ service, subservice, types }: TelecommandGroup): readonly string[] {
  const [first] = types as readonly [Telecommand];
  const name = `${TELECOMMAND}_${service}_${subservice}`;
  const abstract = element(
    'MetaCommand',
    { name, abstract: true, shortDescription: `Telecommands of service ${service}, subtype ${subservice}` },
    [
      ...element('BaseMetaCommand', { metaCommandRef: TELECOMMAND }, [
        ...assignments([
          ['packetLength', telecommandOctets(first) - 7],
          ['service', service],
          ['subservice', subservice],
        ]),
      ]),
      ...argumentList(first.fields, new Map()),
      ...commandContainer(name, first.fields, TELECOMMAND),
    ],
  );
  const commands = types.flatMap((type) =>
    element('MetaCommand', { name: type.name, shortDescription: type.title }, [
      ...element('BaseMetaCommand', { metaCommandRef: name }, [
        ...assignments(type.fields.filter(isFixed).map((field) => [field.name, fixedValue(field)] as const)),
      ]),
      ...commandContainer(type.name, [], name),
    ]),
  );
  return [...abstract, ...commands];
}

/** Stages of PUS service 1 that Yamcs verifies, with the time that they may take. */
const STAGES = [
  { verifier: 'ReceivedVerifier', name: 'Accepted', stage: 1, window: 'PT30S' },
  { verifier: 'ExecutionVerifier', name: 'Started', stage: 3, window: 'PT30S' },
  // The longest function takes 20 min, the dump of a full store 1 MB / 100 octets/s, 2 h 47 min.
  { verifier: 'CompleteVerifier', name: 'Completed', stage: 7, window: 'PT3H' },
] as const;

/** Returns the verifiers of Yamcs: an algorithm of its own compares reports with sent commands. */
function yamcsVerifiers(): readonly string[] {
  const inputs = [
    ['/yamcs/cmd/arg/apid', 'sentApid'],
    ['/yamcs/cmdHist/ccsds-seqcount', 'sentSeq'],
    ['request_apid', 'rcvdApid'],
    ['request_sequence_count', 'rcvdSeq'],
    ['subservice', 'subtype'],
    ['failure_code', 'errorCode'],
  ] as const;
  return element(
    'VerifierSet',
    {},
    STAGES.flatMap(({ verifier, name, stage, window }) =>
      element(verifier, { name }, [
        ...element('CustomAlgorithm', { name: `verify_${name.toLowerCase()}` }, [
          ...element(
            'AlgorithmText',
            { language: 'Java' },
            `org.yamcs.pus.Pus1Verifier({stage: ${stage}, template: "{errorCode}"})`,
          ),
          ...element(
            'InputSet',
            {},
            inputs.flatMap(([parameterRef, inputName]) =>
              element('InputParameterInstanceRef', { parameterRef, inputName }),
            ),
          ),
        ]),
        ...element('CheckWindow', { timeToStopChecking: window, timeWindowIsRelativeTo: 'commandRelease' }),
      ]),
    ),
  );
}

function commanding(hasYamcsVerifiers: boolean): readonly string[] {
  const args = TELECOMMAND_GROUPS.flatMap(({ types }) => types).flatMap(({ fields }) => fields);
  const own = [...new Map(args.map((field) => [field.name, field])).values()];
  return element('CommandMetaData', {}, [
    ...element('ArgumentTypeSet', {}, [
      ...TELECOMMAND_HEADER.flatMap((field) => typeOf(field, 'Argument', INITIAL.get(field.name))),
      ...own.flatMap((field) => typeOf(field, 'Argument')),
    ]),
    ...element('MetaCommandSet', {}, [
      ...element(
        'MetaCommand',
        { name: TELECOMMAND, abstract: true, shortDescription: 'Telecommand: CCSDS and PUS-C headers' },
        [
          ...argumentList(TELECOMMAND_HEADER, INITIAL),
          ...commandContainer(TELECOMMAND, TELECOMMAND_HEADER),
          ...(hasYamcsVerifiers ? yamcsVerifiers() : []),
        ],
      ),
      ...TELECOMMAND_GROUPS.flatMap(groupCommands),
    ]),
  ]);
}

/**
 * Returns the database of telemetry and telecommands.
 * @param hasYamcsVerifiers with the verification by PUS service 1, in terms that only Yamcs knows
 */
export function describeXtce({ hasYamcsVerifiers }: { readonly hasYamcsVerifiers: boolean }): string {
  const system = element(
    'SpaceSystem',
    {
      name: SYSTEM,
      shortDescription: 'ORBITA-1, a simulated spacecraft',
      xmlns: NAMESPACE,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': SCHEMA,
    },
    [...telemetry(), ...commanding(hasYamcsVerifiers)],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${system.join('\n')}\n`;
}
