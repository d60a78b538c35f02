interface ControlDescription {
  /** Accessible name. */
  label: string;
  /** Id of the element that describes it. */
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
}

/** Gives a control of react-vant, which takes no such attributes, its name, its description and its state. */
export function describeControl(element: Element | null | undefined, description: ControlDescription): void {
  const { label, describedBy, disabled = false } = description;
  element?.setAttribute("aria-label", label);
  element?.setAttribute("aria-describedby", describedBy ?? "");
  element?.setAttribute("aria-disabled", String(disabled));
}
