import { expect, test } from "vitest";
import { caretPosition, extractDigits, formatCardNumber, isCardNumber } from "./cardNumber.ts";

test.each([
  ["6688 0000 1234 5678", "6688000012345678"],
  [" 6688-0000-1234 ", "668800001234"],
  ["６６８８００００１２３４", "668800001234"],
  ["12345678901234567890123", "1234567890123456789"],
  ["abc", ""],
])("%s is taken as %s", (typed, digits) => {
  expect(extractDigits(typed)).toBe(digits);
});

test.each([
  ["", ""],
  ["6688", "6688"],
  ["66880", "6688 0"],
  ["6688000012345678", "6688 0000 1234 5678"],
])("%s is shown as %s, and the caret stays behind its digit", (digits, text) => {
  expect(formatCardNumber(digits)).toBe(text);
  for (let count = 1; count <= digits.length; count++)
    expect(text[caretPosition(count) - 1]).toBe(digits[count - 1]);
  expect(caretPosition(0)).toBe(0);
});

test("a number has 12 to 19 digits", () => {
  expect([11, 12, 19, 20].map((length) => isCardNumber("1".repeat(length)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
