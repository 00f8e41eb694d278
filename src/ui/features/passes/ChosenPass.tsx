import { useAtomValue } from 'jotai';
import type { Place } from '../../../shared/entities/place.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { dopplerShift } from '../../../shared/orbit/observed-satellite.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatTimeLeft } from '../../kit/format.ts';
import { PassSearchFailure } from '../../mission/fleet/PassSearchFailure.tsx';
import { PassSky } from '../../mission/fleet/PassSky.tsx';
import { isToBeSeen, seenText } from '../../mission/fleet/seen-text.ts';
import { usePasses } from '../../mission/fleet/use-passes.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { formatLocalTime } from '../../mission/places/local-time.ts';
import { accuracyText } from './pass-accuracy.ts';
import type { ListedPass } from './pass-filter.ts';
import styles from './passes.module.css';

interface Props {
  readonly pass: ListedPass;
  readonly place: Place;
  /** Zone of the local times beside UTC, if any. */
  readonly zone: string | undefined;
}

function whenText(
  { aos, los, endsAfter }: ListedPass,
  now: EpochMs,
): readonly [words: string, left?: string] {
  if (aos > now) return ['rises in', formatTimeLeft(aos - now)];
  if (los <= now) return ['has set'];
  return endsAfter ? ['is up'] : ['is up and sets in', formatTimeLeft(los - now)];
}

/** Nominal frequency, and the received ones at AOS and LOS. */
function radioText(frequencyMhz: number, [aos, los]: readonly [number, number]): string {
  const received = (rate: number): string => formatNumber(frequencyMhz + dopplerShift(frequencyMhz, rate), 4);
  return `${formatNumber(frequencyMhz, 4)} MHz, received at ${received(aos)} at AOS and ${received(los)} at LOS`;
}

/** One pass of the list: when it comes, what can be seen and heard, and its path over the sky. */
export function ChosenPass({ pass, place, zone }: Props) {
  const now = useAtomValue(missionSecondAtom);
  const { satellite, aos, los } = pass;
  const { found, failure, retry } = usePasses({ elements: satellite.elements, place, from: aos, to: los });
  const kept = useKeptFocus<HTMLDivElement>();
  const whole = found?.passes.ok
    ? found.passes.value.find((one) => one.aos <= pass.tca && one.los >= pass.tca)
    : undefined;
  if (now === undefined) return null;
  const [words, left] = whenText(pass, now);
  const accuracy = accuracyText(satellite, pass.tca);
  return (
    <>
      <p className={styles.next}>
        <strong>{satellite.name}</strong> {words} {left && <strong>{left}</strong>}
      </p>
      <p className={styles.seenNext} data-visible={isToBeSeen(pass) || undefined}>
        {seenText(pass)}
        {isToBeSeen(pass) && pass.magnitude === undefined && ', brightness not known'}
      </p>
      {zone && (
        <p className={styles.quiet}>
          {formatLocalTime(aos, zone)} to {formatLocalTime(los, zone)}, local time in {zone}
        </p>
      )}
      <div
        {...kept}
        tabIndex={-1}
        className={styles.path}
        aria-busy={(!whole && failure === undefined) || undefined}
      >
        {!whole && failure !== undefined && <PassSearchFailure failure={failure} retry={retry} />}
        {whole?.path && (
          <PassSky satellite={satellite} place={place} time={now} pass={whole} path={whole.path} />
        )}
      </div>
      {satellite.frequencyMhz !== undefined && whole?.path && (
        <p className={styles.quiet}>{radioText(satellite.frequencyMhz, whole.path.rangeRates)}</p>
      )}
      {accuracy && <p className={styles.quiet}>{accuracy}</p>}
    </>
  );
}
