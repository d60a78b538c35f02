import { cx } from "./cx.ts";
import styles from "./Segments.module.css";

interface SegmentsProps<Name extends string> {
  /** What is chosen between. */
  label: string;
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
  /** Numbers beside names. */
  counts?: Partial<Record<Name, number>>;
  isLarge?: boolean;
}

/** A few choices side by side, one of them chosen. */
export function Segments<Name extends string>(props: SegmentsProps<Name>) {
  const { label, names, chosen, onChoose, counts = {}, isLarge = false } = props;
  return (
    <fieldset className={cx(styles.segments, isLarge && styles.large)} aria-label={label}>
      {(Object.keys(names) as Name[]).map((name) => (
        <button
          key={name}
          type="button"
          className={styles.segment}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {names[name]}
          <Count count={(counts as Record<string, number | undefined>)[name] ?? 0} />
        </button>
      ))}
    </fieldset>
  );
}

function Count({ count }: { count: number }) {
  return count === 0 ? null : <span className={styles.count}>{count > 99 ? "99+" : count}</span>;
}
