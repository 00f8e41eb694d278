import { formatNumber } from '../../shared/quantity-text.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { GROUND_STATIONS } from '../../shared/stations.ts';
import { rememberLast } from '../kit/remember.ts';

/** Clauses from the spacecraft's housekeeping, for use in a sentence; empty where unknown. */
export interface Housekeeping {
  readonly battery: string;
  readonly array: string;
  readonly antenna: string;
  /** Never empty: what carries the link. */
  readonly link: string;
  readonly heater: string;
  readonly load: string;
  readonly wheels: string;
  /** In eclipse. */
  readonly isDark: boolean;
}

const NOTHING_KNOWN: Housekeeping = {
  battery: '',
  array: '',
  antenna: '',
  link: 'its station or relay',
  heater: '',
  load: '',
  wheels: '',
  isDark: false,
};

/** The clause if its numbers are known, else empty. */
const known = (numbers: readonly number[], clause: () => string): string =>
  numbers.every(Number.isFinite) ? clause() : '';

const isLit = (view: SpacecraftView): boolean => view.light >= 0.5;

function linkWords({ radio }: SpacecraftView): string {
  if (radio.link === 'relay') return 'the relay';
  if (radio.link === 'none') return NOTHING_KNOWN.link;
  return GROUND_STATIONS.find(({ id }) => id === radio.station)?.name ?? 'the ground station';
}

export const housekeeping = (view: SpacecraftView | undefined): Housekeeping =>
  view ? clausesOf(view) : NOTHING_KNOWN;

/** Every diagnosis of an instant asks for those of the same view. */
const clausesOf = rememberLast((view: SpacecraftView): Housekeeping => {
  const { battery, array, radio, thermal, loads, attitude } = view;
  const amperes = () => `${formatNumber(Math.abs(battery.currentA), 1)} A`;
  // Getters: of all clauses an explanation cites one or two.
  return {
    get battery() {
      return known([battery.currentA], () =>
        Math.abs(battery.currentA) < 0.05
          ? ''
          : `, with ${amperes()} ${battery.currentA > 0 ? 'into' : 'out of'} the battery`,
      );
    },
    get array() {
      return known(
        [array.powerW, array.potentialW],
        () =>
          `, with ${formatNumber(array.powerW, 0)} W of at most ${formatNumber(array.potentialW, 0)} W facing the Sun`,
      );
    },
    get antenna() {
      return known([radio.misalignment], () => `, now ${formatNumber(radio.misalignment, 1)}° off`);
    },
    get link() {
      return linkWords(view);
    },
    isDark: !isLit(view),
    heater: `, is now ${thermal.isHeaterOn ? 'on' : 'off'}`,
    get load() {
      return known([loads.totalW], () => ` of ${formatNumber(loads.totalW, 0)} W`);
    },
    get wheels() {
      return known(
        [attitude.wheelMomentumShare],
        () => `, with ${formatNumber(100 * attitude.wheelMomentumShare, 0)} % of the wheels’ momentum used`,
      );
    },
  };
});
