import styles from './portfolio.module.css';

const [width, height] = [72, 20];

/** A small line of daily values, which says nothing that the figures beside it do not; days without one are gaps. */
export function Spark({ values }: { readonly values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => ((index / (values.length - 1)) * width).toFixed(1);
  const y = (value: number) =>
    (high === low ? height / 2 : height - ((value - low) / (high - low)) * height).toFixed(1);
  let path = '';
  values.forEach((value, index) => {
    if (value === null) return;
    const isStart = index === 0 || values[index - 1] === null;
    path += `${isStart ? 'M' : 'L'}${x(index)} ${y(value)}`;
  });
  return (
    <svg
      className={styles.spark}
      width={width}
      height={height}
      viewBox={`0 -1 ${width} ${height + 2}`}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
