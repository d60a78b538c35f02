import { Switch as AntdSwitch, Flex } from "antd";

interface SwitchProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  disabled?: boolean;
  /** Shows the label to screen readers only, if its subject is visible beside it. */
  isLabelHidden?: boolean;
}

/** antd's Switch with its label; takes effect at once. */
export function Switch({ label, isChecked, onChange, disabled = false, isLabelHidden = false }: SwitchProps) {
  const control = (
    <AntdSwitch aria-label={label} checked={isChecked} disabled={disabled} onChange={onChange} />
  );
  if (isLabelHidden) return control;
  return (
    <Flex align="center" gap="small">
      <span aria-hidden="true">{label}</span>
      {control}
    </Flex>
  );
}
