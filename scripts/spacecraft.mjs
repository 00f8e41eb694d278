// `npm run spacecraft`: ORBITA-1 on the wire, for other ground systems. `-- --help` names the options.
import './mission-in-node.mjs';

await import('../src/spacecraft-host/main.ts');
