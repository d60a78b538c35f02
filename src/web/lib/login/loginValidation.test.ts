import { expect, test } from "vitest";
import { loginMessages } from "./loginMessages.ts";
import { normalizeCode, validateCode } from "./loginValidation.ts";

test("a code may be typed with blanks and with digits of full width", () => {
  expect(normalizeCode(" 148 130\n")).toBe("148130");
  expect(normalizeCode("１４８　１３０")).toBe("148130");
  // Codes that stand in for the second factor keep their hyphens.
  expect(normalizeCode("abcd-1234")).toBe("abcd-1234");
});

test("a code of blanks alone is missing", () => {
  expect(validateCode(" 　")).toBe(loginMessages.codeRequired);
  expect(validateCode("1 2")).toBeUndefined();
});
