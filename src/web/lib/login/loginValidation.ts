import { parsePhone } from "#contract/phone.ts";
import { loginMessages } from "./loginMessages.ts";

/** Validates a phone number as typed; returns the error message, undefined if valid. */
export function validatePhone(phone: string): string | undefined {
  if (phone.trim() === "") return loginMessages.phoneRequired;
  return parsePhone(phone) === null ? loginMessages.phoneInvalid : undefined;
}

/** Returns a code as typed without blanks, with digits of normal width. */
export function normalizeCode(code: string): string {
  return code.normalize("NFKC").replaceAll(/\s/g, "");
}

/** Validates a code as typed; returns the error message, undefined if valid. */
export function validateCode(code: string): string | undefined {
  return normalizeCode(code) === "" ? loginMessages.codeRequired : undefined;
}
