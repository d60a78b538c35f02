import { useLayoutEffect, useRef } from "react";
import { Switch as VantSwitch } from "react-vant/es/switch/index.js";
import "react-vant/es/switch/style/index.css";
import { describeControl } from "../describeControl.ts";
import styles from "./Switch.module.css";

interface SwitchProps {
  /** Accessible name. */
  label: string;
  /** Id of the element that describes it. */
  describedBy?: string;
  checked: boolean;
  disabled?: boolean;
  /** Absent where a tap on the row around it, which it passes on, changes the value. */
  onChange?: (checked: boolean) => void;
}

/** react-vant's Switch with a name, a description and keys: Space and Enter turn it. */
export function Switch({ label, describedBy, disabled = false, ...props }: SwitchProps) {
  const root = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    describeControl(root.current?.firstElementChild, { label, describedBy, disabled });
  }, [label, describedBy, disabled]);
  useLayoutEffect(() => {
    const control = root.current?.firstElementChild;
    if (!(control instanceof HTMLElement)) return;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      control.click();
    };
    control.addEventListener("keydown", handleKeyDown);
    return () => control.removeEventListener("keydown", handleKeyDown);
  }, []);
  return (
    <span ref={root} className={styles.switch}>
      <VantSwitch {...props} disabled={disabled} size="26px" inactiveColor="#b9afa3" />
    </span>
  );
}
