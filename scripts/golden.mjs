import './mission-in-node.mjs';

const { regenerate } = await import('../tests/golden/regenerate.ts');
regenerate();
