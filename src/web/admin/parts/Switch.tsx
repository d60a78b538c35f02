import { cx } from "#web/shared/ui/cx.ts";
import styles from "./Switch.module.css";

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
  /** Only for those who listen: what it belongs to is seen beside it. */
  isLabelHidden?: boolean;
}

/** Something that is on or off, and takes effect at once. */
export function Switch({ label, isOn, onChange, disabled = false, isLabelHidden = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={isOn}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      <span className={cx(styles.label, isLabelHidden && styles.hidden)}>{label}</span>
      <span className={styles.track} aria-hidden="true" />
    </button>
  );
}
