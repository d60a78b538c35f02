import { Input, type InputProps } from "antd";
import { FormField } from "./FormField.tsx";

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
  return (
    <FormField label={label} problem={problem}>
      {(id) => (
        <Input
          {...inputProps}
          id={id}
          value={value}
          aria-invalid={problem !== undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
