import { Form } from "antd";
import { type ReactNode, useId } from "react";

interface FormFieldProps {
  label: string;
  /** Error message, shown and announced below. */
  problem?: string | undefined;
  /** Renders the control, which takes the id that the label points to. */
  children: (id: string) => ReactNode;
}

/** antd's Form.Item with label and error message, for a control whose value a store or a dialog keeps. */
export function FormField({ label, problem, children }: FormFieldProps) {
  const id = useId();
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      layout="vertical"
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      {children(id)}
    </Form.Item>
  );
}
