import { useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { loginMessages } from "#web/lib/login/loginMessages.ts";
import { normalizeCode, validateCode } from "#web/lib/login/loginValidation.ts";
import type { Countdown } from "#web/lib/login/useCountdown.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { success } from "#web/ui/notify.ts";
import formStyles from "../../../app/components/Form.module.css";
import { CodeButton } from "../../auth/components/LoginForm.tsx";
import { accountMessages as messages } from "../messages.ts";
import styles from "../ProfilePage.module.css";

interface CurrentPhoneFormProps {
  /** What the code is for, with the number, masked. */
  hint: string;
  submit: string;
  /** Shown when the server gives no reason. */
  failedText: string;
  /**
   * Sends a code to it and returns the seconds until another may be requested; calls `onProof` when proof of
   * work comes first.
   */
  sendCode: (onProof: () => void) => Promise<number>;
  /** Time until another code may be requested; belongs to the page, because the sheet may be closed and opened again. */
  countdown: Countdown;
  /** Verifies the code; a rejection is shown in the form and the input stays. */
  onVerify: (code: string) => Promise<void>;
}

/** Verification of the account's current number, before it is changed or the account is deleted. */
export function CurrentPhoneForm(props: CurrentPhoneFormProps) {
  const { hint, submit, failedText, sendCode, countdown, onVerify } = props;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"sending" | "working" | "proving" | null>(null);
  const run = async (
    action: "sending" | "proving",
    task: () => Promise<void>,
    formatError: (e: unknown) => string,
  ) => {
    if (busy !== null) return;
    setBusy(action);
    setProblem(undefined);
    try {
      await task();
    } catch (error) {
      setProblem(formatError(error));
    } finally {
      setBusy(null);
    }
  };
  const send = () =>
    run(
      "sending",
      async () => {
        countdown.start(await sendCode(() => setBusy("working")));
        success(loginMessages.codeSent);
      },
      (error) => loginMessages.sendFailed(toErrorMessage(error, loginMessages.later)),
    );
  const verify = async () => {
    const missing = validateCode(code);
    if (missing !== undefined) return setProblem(missing);
    await run(
      "proving",
      () => onVerify(normalizeCode(code)),
      (error) => toErrorMessage(error, failedText),
    );
  };
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
    >
      <p className={formStyles.hint}>{hint}</p>
      <Field
        label={loginMessages.code}
        value={code}
        onChange={(text) => {
          setCode(text);
          setProblem(undefined);
        }}
        problem={problem}
        placeholder={loginMessages.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        trailing={
          <CodeButton
            secondsLeft={countdown.left}
            isBusy={busy === "sending" || busy === "working"}
            onPress={() => void send()}
          />
        }
      />
      {busy === "working" && (
        <p className={formStyles.hint} role="status">
          {loginMessages.proving}
        </p>
      )}
      <Button type="submit" size="large" isBusy={busy === "proving"}>
        {submit}
      </Button>
      <AppLink className={styles.lost} to="/customer-service">
        {messages.currentPhoneLost}
      </AppLink>
    </form>
  );
}
