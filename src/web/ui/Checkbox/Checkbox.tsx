import type { ReactNode } from "react";
import { Checkbox as VantCheckbox } from "react-vant/es/checkbox/index.js";
import "react-vant/es/checkbox/style/index.css";
import styles from "./Checkbox.module.css";

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Its text, which is its accessible name too. */
  children: ReactNode;
}

/** react-vant's Checkbox with a touch target of at least 44 px, toggled by the space bar too. */
export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <fieldset
      className={styles.group}
      onKeyDown={(event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        onChange(!checked);
      }}
    >
      <VantCheckbox className={styles.checkbox ?? ""} shape="square" checked={checked} onChange={onChange}>
        {children}
      </VantCheckbox>
    </fieldset>
  );
}
