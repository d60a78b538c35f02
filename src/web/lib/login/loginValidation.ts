import { parsePhone } from "#contract/phone.ts";
import { loginMessages } from "./loginMessages.ts";

/** Validates a phone number as typed; returns the error message, undefined if valid. */
export function validatePhone(phone: string): string | undefined {
  if (phone.trim() === "") return loginMessages.phoneRequired;
  return parsePhone(phone) === null ? loginMessages.phoneInvalid : undefined;
}

/** Validates a code as typed; returns the error message, undefined if valid. */
export function validateCode(code: string): string | undefined {
  return code.trim() === "" ? loginMessages.codeRequired : undefined;
}
