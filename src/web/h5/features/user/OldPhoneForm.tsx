import { useState } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { codeProblem } from "#web/shared/login/loginProblems.ts";
import { loginTexts } from "#web/shared/login/loginTexts.ts";
import { useCountdown } from "#web/shared/login/useCountdown.ts";
import { success } from "#web/shared/notify.ts";
import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { accountMessages as words } from "../../accountMessages.ts";
import styles from "./OldPhoneForm.module.css";

interface OldPhoneFormProps {
  /** The number, masked. */
  phone: string;
  /** Sends a code to it and tells after how many seconds another one may be asked for; `onProof` when it takes work. */
  sendCode: (onProof: () => void) => Promise<number>;
  /** Proves the number; a rejection is shown in the form and what was typed stays. */
  onProve: (code: string) => Promise<void>;
}

/** The code that is sent to the number an account has, before it may be changed. */
export function OldPhoneForm({ phone, sendCode, onProve }: OldPhoneFormProps) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"sending" | "working" | "proving" | null>(null);
  const wait = useCountdown();
  const run = async (what: "sending" | "proving", work: () => Promise<void>, say: (e: unknown) => string) => {
    if (busy !== null) return;
    setBusy(what);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(say(error));
    } finally {
      setBusy(null);
    }
  };
  const send = () =>
    run(
      "sending",
      async () => {
        wait.start(await sendCode(() => setBusy("working")));
        success(loginTexts.codeSent);
      },
      (error) => loginTexts.sendFailed(messageOf(error, loginTexts.later)),
    );
  const prove = async () => {
    const missing = codeProblem(code);
    if (missing !== undefined) return setProblem(missing);
    await run(
      "proving",
      () => onProve(code.trim()),
      (error) => messageOf(error, words.proveFailed),
    );
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void prove();
      }}
    >
      <p className={styles.hint}>{words.oldHint(phone)}</p>
      <Field
        label={loginTexts.code}
        value={code}
        onChange={(text) => {
          setCode(text);
          setProblem(undefined);
        }}
        problem={problem}
        placeholder={loginTexts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        trailing={
          <Button
            look="ghost"
            onPress={() => void send()}
            isBusy={busy === "sending" || busy === "working"}
            disabled={wait.left > 0}
          >
            {wait.left > 0 ? loginTexts.resendIn(wait.left) : loginTexts.sendCode}
          </Button>
        }
      />
      {busy === "working" && (
        <p className={styles.hint} role="status">
          {loginTexts.proving}
        </p>
      )}
      <Button type="submit" size="large" isBusy={busy === "proving"}>
        {words.next}
      </Button>
      <AppLink className={styles.lost} to="/customer-service">
        {words.oldLost}
      </AppLink>
    </form>
  );
}
