import { describe, it } from 'vitest';
import { SPECIFIED_NETWORK } from '../../../src/shared/contract/network.ts';
import { readNetwork } from '../../../src/shared/contract/network-schema.ts';
import { fuzz, insist, insistOnRange, insistOnWords } from '../../support/fuzz.ts';
import { mutateJson } from '../../support/fuzz-mutations.ts';
import { networkStation } from '../../support/places.ts';

describe('a mutated ground network', () => {
  it('gives stations that are read the same again, or a message', () =>
    fuzz<unknown>({
      runs: 1000,
      corpus: [SPECIFIED_NETWORK, [networkStation('Berlin'), networkStation('São Paulo')]],
      mutate: mutateJson,
      check(value) {
        const read = readNetwork(value);
        if (!read.ok) {
          insistOnWords(read.message);
          return;
        }
        const network = read.value ?? SPECIFIED_NETWORK;
        insist(network.length <= 16, 'There are too many stations.');
        insist(new Set(network.map(({ id }) => id)).size === network.length, 'A station is there twice.');
        for (const { name, latitude, longitude, altitudeKm, mask } of network) {
          insist(name.trim() !== '' && [...name].length <= 60, 'The name is none.');
          insistOnRange(latitude, -90, 90, 'The latitude');
          insistOnRange(longitude, -180, 180, 'The longitude');
          insistOnRange(altitudeKm, -0.5, 9, 'The height');
          insistOnRange(mask, 0, 89, 'The mask');
        }
        const text = JSON.stringify(network);
        const again = readNetwork(JSON.parse(text));
        insist(
          again.ok && JSON.stringify(again.value ?? SPECIFIED_NETWORK) === text,
          'It is read differently.',
        );
      },
    }));
});
