import { type ReactNode, useState } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { factorMessages as words } from "../../factorMessages.ts";
import styles from "./FactorForm.module.css";

interface FactorFormProps {
  hint: string;
  placeholder: string;
  submit: string;
  /** Tries a code; what it throws is said below, and what was typed stays. */
  onSubmit: (code: string) => Promise<void>;
  /** Above the field. */
  children?: ReactNode;
}

/** The one field of a second step. */
export function FactorForm({ hint, placeholder, submit, onSubmit, children }: FactorFormProps) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    if (code.trim().length < 6) return setProblem(words.codeMissing);
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(code.trim());
    } catch (error) {
      setProblem(messageOf(error, words.failed));
    }
    setIsBusy(false);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className={styles.hint}>{hint}</p>
      {children}
      <Field
        label={words.code}
        value={code}
        onChange={setCode}
        problem={problem}
        placeholder={placeholder}
        autoComplete="one-time-code"
        maxLength={32}
      />
      <Button type="submit" size="large" isBusy={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
