import { parsePhone } from "#contract/phone.ts";
import { messages } from "../../messages.ts";

/** What is wrong with a phone number as typed; undefined when nothing is. */
export function phoneProblem(phone: string): string | undefined {
  if (phone.trim() === "") return messages.auth.phoneRequired;
  return parsePhone(phone) === null ? messages.auth.phoneInvalid : undefined;
}

/** What is wrong with a code as typed. */
export function codeProblem(code: string): string | undefined {
  return code.trim() === "" ? messages.auth.codeRequired : undefined;
}
