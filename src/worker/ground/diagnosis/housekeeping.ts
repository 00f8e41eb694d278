import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';

/** Clauses from the spacecraft's housekeeping, for use in a sentence; empty where unknown. */
export interface Housekeeping {
  readonly battery: string;
  readonly array: string;
  readonly antenna: string;
  /** Station or relay that carries the link; never empty. */
  readonly link: string;
  readonly heater: string;
  readonly load: string;
  readonly wheels: string;
  /** True in eclipse. */
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

/** Returns the clause if its numbers are known, otherwise an empty text. */
const known = (numbers: readonly number[], clause: () => string): string =>
  numbers.every(Number.isFinite) ? clause() : '';

const isLit = (view: SpacecraftView): boolean => view.light >= 0.5;

function linkText({ radio }: SpacecraftView): string {
  if (radio.link === 'relay') return 'the relay';
  if (radio.link === 'none') return NOTHING_KNOWN.link;
  return radio.stationName ?? 'the ground station';
}

/** Clauses as getters, because an explanation cites only one or two of them. */
class Clauses implements Housekeeping {
  readonly #view: SpacecraftView;

  constructor(view: SpacecraftView) {
    this.#view = view;
  }

  get battery(): string {
    const { currentA } = this.#view.battery;
    return known([currentA], () =>
      Math.abs(currentA) < 0.05
        ? ''
        : `, with ${formatNumber(Math.abs(currentA), 1)} A ${currentA > 0 ? 'into' : 'out of'} the battery`,
    );
  }

  get array(): string {
    const { powerW, potentialW } = this.#view.array;
    return known(
      [powerW, potentialW],
      () => `, with ${formatNumber(powerW, 0)} W of at most ${formatNumber(potentialW, 0)} W facing the Sun`,
    );
  }

  get antenna(): string {
    const { misalignment } = this.#view.radio;
    return known([misalignment], () => `, now ${formatNumber(misalignment, 1)}° off`);
  }

  get link(): string {
    return linkText(this.#view);
  }

  get isDark(): boolean {
    return !isLit(this.#view);
  }

  get heater(): string {
    return `, is now ${this.#view.thermal.isHeaterOn ? 'on' : 'off'}`;
  }

  get load(): string {
    const { totalW } = this.#view.loads;
    return known([totalW], () => ` of ${formatNumber(totalW, 0)} W`);
  }

  get wheels(): string {
    const { wheelMomentumShare } = this.#view.attitude;
    return known(
      [wheelMomentumShare],
      () => `, with ${formatNumber(100 * wheelMomentumShare, 0)} % of the wheels’ momentum used`,
    );
  }
}

export const housekeeping = (view: SpacecraftView | undefined): Housekeeping =>
  view ? new Clauses(view) : NOTHING_KNOWN;
