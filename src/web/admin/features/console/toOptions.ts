/** Converts labels by value to the options of antd's Segmented and Select. */
export function toOptions<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
