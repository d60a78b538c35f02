import { Radio } from "antd";

interface RadioGroupProps<Value extends string> {
  /** Label for screen readers. */
  label: string;
  options: readonly { value: Value; text: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** antd's Radio.Group for a few options that are all visible. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <Radio.Group
      aria-label={label}
      options={options.map((option) => ({ value: option.value, label: option.text }))}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
    />
  );
}
