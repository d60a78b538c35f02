import { Badge, Segmented } from "antd";

interface SegmentedControlProps<Name extends string> {
  /** Accessible name of the choice. */
  label: string;
  labels: Readonly<Record<Name, string>>;
  value: Name;
  onChange: (name: Name) => void;
  /** Counts beside the names. */
  counts?: Partial<Record<Name, number>>;
}

/** antd's Segmented with counts: a few options side by side, one of them selected. */
export function SegmentedControl<Name extends string>(props: SegmentedControlProps<Name>) {
  const { label, labels, value, onChange, counts = {} } = props;
  return (
    <Segmented<Name>
      block
      aria-label={label}
      value={value}
      onChange={onChange}
      options={(Object.keys(labels) as Name[]).map((name) => {
        const count = (counts as Partial<Record<Name, number>>)[name] ?? 0;
        const label =
          count === 0 ? (
            labels[name]
          ) : (
            <>
              {labels[name]} <Badge size="small" count={count} />
            </>
          );
        return { value: name, label };
      })}
    />
  );
}
