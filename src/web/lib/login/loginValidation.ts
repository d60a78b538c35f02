import { parsePhone } from "#contract/phone.ts";
import { loginMessages } from "./loginMessages.ts";

/** What is wrong with a phone number as typed; undefined when nothing is. */
export function validatePhone(phone: string): string | undefined {
  if (phone.trim() === "") return loginMessages.phoneRequired;
  return parsePhone(phone) === null ? loginMessages.phoneInvalid : undefined;
}

/** What is wrong with a code as typed. */
export function validateCode(code: string): string | undefined {
  return code.trim() === "" ? loginMessages.codeRequired : undefined;
}
