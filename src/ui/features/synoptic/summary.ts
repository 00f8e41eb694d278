import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { faultText, type ShownFault } from './faults.ts';
import { percent } from './percent.ts';
import { batteryState, expectedText, farEnd, illuminationState, watts } from './values.ts';

/** Text alternative of the diagram, in a few sentences. */
export function summarise(view: SpacecraftView, faults: readonly ShownFault[], isStale: boolean): string {
  const { array, battery, loads, radio, activities } = view;
  const link =
    radio.link === 'none'
      ? 'No radio link.'
      : `Radio over ${farEnd(view)}${radio.antenna === 'low' ? ', low-gain antenna' : ''}, signal ${formatNumber(radio.signalStrength, 0)} %.`;
  const running =
    activities.length === 0 ? '' : ` Running: ${activities.map(({ name }) => name).join(', ')}.`;
  const wrong =
    faults.length === 0
      ? ' No faults.'
      : ` Faults: ${faults.map((fault) => `${fault.word}, ${fault.parts.join(' or ')}: ${faultText(fault)}`).join('; ')}.`;
  return (
    `${isStale ? 'Unknown; as last known: ' : ''}ORBITA-1 in mode ${view.mode}, ${illuminationState(view)}. ` +
    `Array ${watts(array.powerW)}${view.light <= 0 ? ',' : ''} ${expectedText(view, 'the Sun')}; loads take ${watts(loads.totalW)}; ` +
    `battery ${percent(battery.soc)}, ${batteryState(view)}. ${link}${running}${wrong}`
  );
}
