import { parsePhone } from "#contract/phone.ts";
import { invalid } from "./AppError.ts";

/** Normalizes a phone number. Throws a 400 with a hint for the user. */
export function requirePhone(text: string): string {
  const phone = parsePhone(text);
  if (phone === null) throw invalid(text.trim() === "" ? "请输入手机号" : "手机号格式不正确", "phone");
  return phone;
}
