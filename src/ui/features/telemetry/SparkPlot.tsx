import styles from './spark-plot.module.css';
import type { Sparkline } from './sparkline.ts';

/**
 * A sparkline in its parent's box: bands beyond nearby limits, eclipses, the curve, the newest value, what is
 * predicted, and what was predicted of readings that have left it.
 */
export function SparkPlot({
  path,
  newest,
  bands,
  eclipses,
  parted,
  ahead,
}: Omit<Sparkline, 'range' | 'readings'>) {
  return (
    <div className={styles.plot} data-spark="" aria-hidden="true">
      <svg className={styles.drawing} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {eclipses.map(({ x, width }) => (
          <rect key={x} data-eclipse="" x={x} y="0" width={width} height="100" />
        ))}
        {bands.map(({ level, y, height }) => (
          <rect key={`${level} ${y}`} data-band={level} x="0" y={y} width="100" height={height} />
        ))}
        {parted && <path data-ahead="band" d={parted.band} />}
        {ahead && <path data-ahead="band" d={ahead.band} />}
        <path d={path} vectorEffect="non-scaling-stroke" />
        {parted && <path data-ahead="line" d={parted.path} vectorEffect="non-scaling-stroke" />}
        {ahead && <path data-ahead="line" d={ahead.path} vectorEffect="non-scaling-stroke" />}
      </svg>
      {newest && <span className={styles.newest} style={{ left: `${newest.x}%`, top: `${newest.y}%` }} />}
    </div>
  );
}
