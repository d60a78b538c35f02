import { clsx } from "clsx";
import styles from "./SegmentedControl.module.css";

interface SegmentedControlProps<Name extends string> {
  /** Accessible name of the choice. */
  label: string;
  labels: Readonly<Record<Name, string>>;
  value: Name;
  onChange: (name: Name) => void;
  /** Counts beside the names. */
  counts?: Partial<Record<Name, number>>;
  isLarge?: boolean;
}

/** Control with a few options side by side, one of them selected. */
export function SegmentedControl<Name extends string>(props: SegmentedControlProps<Name>) {
  const { label, labels, value, onChange, counts = {}, isLarge = false } = props;
  return (
    <fieldset className={clsx(styles.segments, isLarge && styles.large)} aria-label={label}>
      {(Object.keys(labels) as Name[]).map((name) => (
        <button
          key={name}
          type="button"
          className={styles.segment}
          aria-pressed={name === value}
          onClick={() => onChange(name)}
        >
          {labels[name]}
          <SegmentCount count={(counts as Record<string, number | undefined>)[name] ?? 0} />
        </button>
      ))}
    </fieldset>
  );
}

function SegmentCount({ count }: { count: number }) {
  return count === 0 ? null : <span className={styles.count}>{count > 99 ? "99+" : count}</span>;
}
