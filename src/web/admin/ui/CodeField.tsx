import { TextField } from "./TextField.tsx";
import { uiMessages } from "./uiMessages.ts";

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  problem?: string | undefined;
}

/** Input for the six digits of an authenticator app, with a blank or two between them. */
export function CodeField({ value, onChange, problem }: CodeFieldProps) {
  return (
    <TextField
      label={uiMessages.codePrompt.code}
      value={value}
      onChange={onChange}
      problem={problem}
      placeholder={uiMessages.codePrompt.hint}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={8}
    />
  );
}
