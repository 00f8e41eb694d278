import { SYSTEM } from './catalogue.ts';
import {
  describeCosmosCommands,
  describeCosmosGem,
  describeCosmosPlugin,
  describeCosmosTarget,
  describeCosmosTelemetry,
} from './cosmos.ts';
import { describeIcd } from './icd.ts';
import { describeOpenMct, describeOpenMctPage, describeOpenMctPlugin } from './openmct.ts';
import { describeWireshark } from './wireshark.ts';
import { describeXtce } from './xtce.ts';
import { describeYamcs, describeYamcsEvents } from './yamcs.ts';

/** A file of the descriptions. */
export interface DescriptionFile {
  /** Below the chosen folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface DescriptionOptions {
  readonly telemetryPort: number;
  readonly telecommandPort: number;
  /** Port of WebSockets and history. */
  readonly webPort: number;
  /** Version of the product. */
  readonly version: string;
}

/** Returns all descriptions for ground systems. */
export function describeSpacecraft({
  telemetryPort,
  telecommandPort,
  webPort,
  version,
}: DescriptionOptions): readonly DescriptionFile[] {
  const file = (path: string, text: string): DescriptionFile => ({ path, text });
  return [
    file('icd.md', describeIcd(telemetryPort, telecommandPort)),
    file('orbita1.xtce.xml', describeXtce({ hasYamcsVerifiers: false })),
    file('yamcs/etc/yamcs.orbita1.yaml', describeYamcs(telemetryPort, telecommandPort)),
    file('yamcs/etc/orbita1-events.json', describeYamcsEvents()),
    file('yamcs/mdb/orbita1.xml', describeXtce({ hasYamcsVerifiers: true })),
    file('cosmos/openc3-cosmos-orbita1.gemspec', describeCosmosGem(version)),
    file('cosmos/plugin.txt', describeCosmosPlugin(telemetryPort, telecommandPort)),
    file(`cosmos/targets/${SYSTEM}/target.txt`, describeCosmosTarget()),
    file(`cosmos/targets/${SYSTEM}/cmd_tlm/tlm.txt`, describeCosmosTelemetry()),
    file(`cosmos/targets/${SYSTEM}/cmd_tlm/cmd.txt`, describeCosmosCommands()),
    file('openmct/index.html', describeOpenMctPage(webPort)),
    file('openmct/orbita1-plugin.js', describeOpenMctPlugin()),
    file('openmct/orbita1-dictionary.json', describeOpenMct()),
    file('wireshark/orbita1.lua', describeWireshark(telemetryPort, telecommandPort)),
  ];
}
