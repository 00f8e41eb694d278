import { useLayoutEffect, useRef, useState } from 'react';
import { SPACECRAFT, satellitesFrom } from '../../../shared/entities/satellites.ts';
import { contrast, type Rgb } from '../../kit/style/contrast.ts';
import styles from './components-page.module.css';

const TOKENS = [
  'surface-page surface-card surface-raised surface-inset line-subtle line-strong line-control',
  `text-strong text text-quiet accent ${satellitesFrom(SPACECRAFT).join(' ')}`,
  'status-critical status-serious status-caution status-normal status-standby status-off',
  'event-experiment event-maneuver event-communication event-maintenance event-emergency',
  'map-ocean map-land map-coast map-graticule-label map-night map-halo map-station map-circle',
  'chart-line chart-grid chart-label chart-bar chart-warning chart-critical',
].map((group) => group.split(' '));

const rgbOf = (color: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
};

/** Every colour of the current theme, with its contrast to a card. */
export function Swatches() {
  return TOKENS.map((group) => (
    <ul key={group.join()} className={styles.swatches}>
      {group.map((token) => (
        <Swatch key={token} token={token} />
      ))}
    </ul>
  ));
}

function Swatch({ token }: { readonly token: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [ratio, setRatio] = useState<number>();
  useLayoutEffect(() => {
    const chip = ref.current;
    if (!chip) return;
    const { backgroundColor, color } = getComputedStyle(chip);
    setRatio(contrast(rgbOf(backgroundColor), rgbOf(color)));
  }, []);
  return (
    <li className={styles.swatch}>
      <span
        ref={ref}
        className={styles.swatchColor}
        style={{ background: `var(--${token})`, color: 'var(--surface-card)' }}
      />
      {token} {ratio !== undefined && `${ratio.toFixed(1)} : 1`}
    </li>
  );
}
