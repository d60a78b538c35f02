import { Form, Input, type InputProps } from "antd";
import { useId } from "react";

interface TextFieldProps
  extends Pick<InputProps, "type" | "inputMode" | "maxLength" | "autoComplete" | "placeholder"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Error message, shown and announced below. */
  problem?: string | undefined;
}

/** antd's Input with label and error message, for values that a store or a dialog keeps. */
export function TextField({ label, value, onChange, problem, ...inputProps }: TextFieldProps) {
  const id = useId();
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      layout="vertical"
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      <Input
        {...inputProps}
        id={id}
        value={value}
        aria-invalid={problem !== undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </Form.Item>
  );
}
