import { useState } from "react";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { success } from "#web/ui/notify.ts";
import { loginMessages as messages } from "./loginMessages.ts";
import { validateCode, validatePhone } from "./loginValidation.ts";
import { useCountdown } from "./useCountdown.ts";

export interface LoginValues {
  phone: string;
  code: string;
  inviteCode: string;
}

type LoginErrors = Partial<Record<"phone" | "code" | "form", string | undefined>>;
/** While "proving", the device works for the message that is asked for. */
type BusyState = "sending" | "proving" | "entering" | null;

interface LoginFormOptions {
  /** A phone to start with, and told of every change to it. */
  phone?: { value: string; onChange: (phone: string) => void };
  /** An invite code to start with. */
  invite?: string;
  /** Sends a code to a phone and tells after how many seconds another one may be asked for; `onProof` when it takes work. */
  sendCode: (phone: string, onProof: () => void) => Promise<number>;
  login: (values: LoginValues) => Promise<void>;
  /** What is said when it worked, and when nobody knows why it did not. */
  resultMessages: { done: string; failed: string };
  onDone: () => void;
}

/** The state of a form of phone and code, to log in or to bind the phone; what was typed survives every failure. */
export function useLoginForm({
  invite = "",
  phone: draft,
  sendCode: send,
  login,
  resultMessages,
  onDone,
}: LoginFormOptions) {
  const [values, setValues] = useState<LoginValues>({
    phone: draft?.value ?? "",
    code: "",
    inviteCode: invite,
  });
  const [problems, setProblems] = useState<LoginErrors>({});
  const [busy, setBusy] = useState<BusyState>(null);
  const wait = useCountdown();

  const change = (name: keyof LoginValues) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems({});
    if (name === "phone") draft?.onChange(value);
  };

  const sendCode = async () => {
    const phone = validatePhone(values.phone);
    setProblems({ phone });
    if (phone !== undefined || busy !== null || wait.left > 0) return;
    setBusy("sending");
    try {
      wait.start(await send(values.phone, () => setBusy("proving")));
      success(messages.codeSent);
    } catch (error) {
      // A longer wait is for this number or network: another one may be tried.
      if (error instanceof ApiError && error.retryAfterS !== null && error.retryAfterS <= 60)
        wait.start(error.retryAfterS);
      setProblems({ form: messages.sendFailed(toErrorMessage(error, messages.later)) });
    } finally {
      setBusy(null);
    }
  };

  const submit = async () => {
    const errors = { phone: validatePhone(values.phone), code: validateCode(values.code) };
    setProblems(errors);
    if (errors.phone !== undefined || errors.code !== undefined || busy !== null) return;
    setBusy("entering");
    try {
      await login({ ...values, code: values.code.trim(), inviteCode: values.inviteCode.trim() });
      success(resultMessages.done);
      onDone();
    } catch (error) {
      setProblems({ form: toErrorMessage(error, resultMessages.failed) });
    } finally {
      setBusy(null);
    }
  };

  return { values, problems, busy, secondsLeft: wait.left, change, sendCode, submit };
}
