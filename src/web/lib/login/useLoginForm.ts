import { useState } from "react";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { loginMessages as messages } from "./loginMessages.ts";
import { normalizeCode, validateCode, validatePhone } from "./loginValidation.ts";
import { useCountdown } from "./useCountdown.ts";

export interface LoginValues {
  phone: string;
  code: string;
  inviteCode: string;
}

type LoginErrors = Partial<Record<"phone" | "code" | "form", string | undefined>>;
/** "proving" means that the device solves the proof of work for the requested message. */
type BusyState = "sending" | "proving" | "entering" | null;

interface LoginFormOptions {
  /** Initial phone, and a callback for every change. */
  phone?: { value: string; onChange: (phone: string) => void };
  /** Initial invite code. */
  invite?: string;
  /**
   * Sends a code to a phone and returns the seconds until another one may be requested; calls `onProof` if it
   * needs a proof of work.
   */
  sendCode: (phone: string, onProof: () => void) => Promise<number>;
  login: (values: LoginValues) => Promise<void>;
  /** Returns what is missing before a code is sent or the login done, as a sentence; undefined for nothing. */
  findObstacle?: () => string | undefined;
  /** Messages for success, and for a failure without a known reason. */
  resultMessages: { done: string; failed: string };
  onDone: () => void;
  /** Shows a short text with a tick. */
  success: (text: string) => void;
}

/**
 * State of a form with phone and code, for login or for binding the phone; the input survives every failure.
 */
export function useLoginForm({
  invite = "",
  phone: draft,
  sendCode: send,
  login,
  resultMessages,
  onDone,
  success,
  findObstacle = () => undefined,
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
    const form = findObstacle();
    setProblems({ phone, form });
    if (phone !== undefined || form !== undefined || busy !== null || wait.left > 0) return;
    setBusy("sending");
    try {
      wait.start(await send(values.phone, () => setBusy("proving")));
      success(messages.codeSent);
    } catch (error) {
      // A longer delay applies to this number or network: another number may be tried.
      if (error instanceof ApiError && error.retryAfterS !== null && error.retryAfterS <= 60)
        wait.start(error.retryAfterS);
      setProblems({ form: messages.sendFailed(toErrorMessage(error, messages.later)) });
    } finally {
      setBusy(null);
    }
  };

  const submit = async () => {
    const errors = {
      phone: validatePhone(values.phone),
      code: validateCode(values.code),
      form: findObstacle(),
    };
    setProblems(errors);
    if (Object.values(errors).some((error) => error !== undefined) || busy !== null) return;
    setBusy("entering");
    try {
      await login({ ...values, code: normalizeCode(values.code), inviteCode: values.inviteCode.trim() });
      success(resultMessages.done);
      onDone();
    } catch (error) {
      setProblems({ form: toErrorMessage(error, resultMessages.failed) });
    } finally {
      setBusy(null);
    }
  };

  const clearProblems = () => setProblems({});
  return { values, problems, busy, secondsLeft: wait.left, change, clearProblems, sendCode, submit };
}
