import { clsx } from "clsx";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Radio, RadioGroup as VantRadioGroup } from "react-vant/es/radio/index.js";
import "react-vant/es/radio/style/index.css";
import { describeControl } from "../describeControl.ts";
import styles from "./RadioGroup.module.css";

interface RadioOption<Value> {
  value: Value;
  text: string;
  /** Second line. */
  note?: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** Control in place of the mark of an option that cannot be chosen. */
  extra?: ReactNode;
}

interface RadioGroupProps<Value extends string | number> {
  /** Name of the choice, above the options. */
  label: string;
  options: readonly RadioOption<Value>[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Options as rows, or side by side. */
  direction?: "vertical" | "horizontal";
}

/** react-vant's Radio.Group as a named group; Space chooses the focused option, arrows the next one. */
export function RadioGroup<Value extends string | number>(props: RadioGroupProps<Value>) {
  const { label, options, value, onChange, direction = "vertical" } = props;
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const radios = listRadios(root.current);
    options.forEach(({ text, note = "", disabled }, index) => {
      const describedBy = note === "" ? undefined : `${id}${index}`;
      describeControl(radios[index], { label: text, describedBy, disabled });
    });
  }, [options, id]);
  useEffect(() => {
    const element = root.current;
    element?.addEventListener("keydown", moveByKey);
    return () => element?.removeEventListener("keydown", moveByKey);
  }, []);
  return (
    <fieldset ref={root} className={clsx(styles.group, styles[direction])}>
      <legend className={styles.legend}>{label}</legend>
      <VantRadioGroup
        value={value ?? ""}
        direction={direction}
        onChange={(chosen) => {
          const option = options.find((one) => one.value === chosen);
          if (option !== undefined) onChange(option.value);
        }}
      >
        {options.map(({ value: name, text, note = "", icon, disabled = false, extra }, index) => (
          <div key={name} className={clsx(styles.row, Boolean(extra) && styles.marked)}>
            <Radio name={name} labelPosition="left" disabled={disabled} className={styles.option ?? ""}>
              {icon}
              <span className={styles.text}>
                {text}
                {note !== "" && (
                  <span id={`${id}${index}`} className={styles.note}>
                    {note}
                  </span>
                )}
              </span>
            </Radio>
            {extra}
          </div>
        ))}
      </VantRadioGroup>
    </fieldset>
  );
}

function listRadios(root: HTMLElement | null): HTMLElement[] {
  return Array.from(root?.querySelectorAll<HTMLElement>("[role=radio]") ?? []);
}

const stepByKey: Record<string, number> = {
  " ": 0,
  Enter: 0,
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Chooses the focused option, or moves the focus to the next one that can be chosen and chooses it. */
function moveByKey(this: HTMLElement, event: KeyboardEvent): void {
  const step = stepByKey[event.key];
  const radios = listRadios(this).filter((radio) => radio.tabIndex >= 0);
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const place = radios.indexOf(event.target);
  if (place < 0) return;
  event.preventDefault();
  const next = radios[(place + step + radios.length) % radios.length];
  next?.focus();
  next?.click();
}
