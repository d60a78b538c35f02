import styles from "./Switch.module.css";

interface SwitchProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  disabled?: boolean;
  /** Shows the label to screen readers only, if its subject is visible beside it. */
  isLabelHidden?: boolean;
}

/** Switch that takes effect at once. */
export function Switch({ label, isChecked, onChange, disabled = false, isLabelHidden = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={isChecked}
      disabled={disabled}
      onClick={() => onChange(!isChecked)}
    >
      <span className={isLabelHidden ? styles.hidden : undefined}>{label}</span>
      <span className={styles.track} aria-hidden="true" />
    </button>
  );
}
