import { parsePhone } from "#contract/phone.ts";
import { loginTexts } from "./loginTexts.ts";

/** What is wrong with a phone number as typed; undefined when nothing is. */
export function phoneProblem(phone: string): string | undefined {
  if (phone.trim() === "") return loginTexts.phoneRequired;
  return parsePhone(phone) === null ? loginTexts.phoneInvalid : undefined;
}

/** What is wrong with a code as typed. */
export function codeProblem(code: string): string | undefined {
  return code.trim() === "" ? loginTexts.codeRequired : undefined;
}
