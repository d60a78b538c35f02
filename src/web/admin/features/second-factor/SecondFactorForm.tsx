import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { normalizeCode } from "#web/lib/login/loginValidation.ts";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./SecondFactorForm.module.css";
import { secondFactorMessages as messages } from "./secondFactorMessages.ts";

interface SecondFactorFormProps {
  hint: string;
  placeholder: string;
  submit: string;
  /** Verifies a code; the form shows a thrown error below the field and keeps the input. */
  onSubmit: (code: string) => Promise<void>;
  /** Content above the field. */
  children?: ReactNode;
}

/** Form with the code field of a second step. */
export function SecondFactorForm({ hint, placeholder, submit, onSubmit, children }: SecondFactorFormProps) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    if (normalizeCode(code).length < 6) return setProblem(messages.codeMissing);
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(normalizeCode(code));
    } catch (error) {
      setProblem(toErrorMessage(error, messages.failed));
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
      <TextField
        label={messages.code}
        value={code}
        onChange={setCode}
        problem={problem}
        placeholder={placeholder}
        autoComplete="one-time-code"
        maxLength={32}
      />
      <Button type="primary" htmlType="submit" size="large" loading={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
