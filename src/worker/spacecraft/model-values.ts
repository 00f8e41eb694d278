import type { ModelChannel } from '../../shared/contract/history.ts';
import type { SpacecraftView } from '../../shared/entities/spacecraft.ts';

/** Values of the model's channels in a view, in the units of the view. */
export const MODEL_VALUES: Readonly<Record<ModelChannel, (view: Omit<SpacecraftView, 'faults'>) => number>> =
  {
    stateOfCharge: ({ battery }) => battery.soc,
    batteryCurrent: ({ battery }) => battery.currentA,
    arrayPower: ({ array }) => array.powerW,
    loadPower: ({ loads }) => loads.totalW,
    arrayTemperature: ({ array }) => array.temperature,
    busTemperature: ({ thermal }) => thermal.busTemperature,
    wheelMomentum: ({ attitude }) => attitude.wheelMomentumShare,
    linkMargin: ({ radio }) => radio.marginDb,
    antennaMisalignment: ({ radio }) => radio.misalignment,
    recorder: ({ data }) => data.storedMb,
    downlinked: ({ data }) => data.downlinkedMb,
  };
