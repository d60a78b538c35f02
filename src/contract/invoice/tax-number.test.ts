import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findTaxNumberProblem, normalizeTaxNumber } from "./tax-number.ts";

describe("a unified social credit code", () => {
  // As the companies publish them.
  test.each([
    ["华为技术有限公司", "914403001922038216"],
    ["腾讯科技（深圳）有限公司", "9144030071526726XG"],
    ["深圳市腾讯计算机系统有限公司", "91440300708461136T"],
    ["阿里巴巴（中国）有限公司", "91330100799655058B"],
    ["北京百度网讯科技有限公司", "91110000802100433B"],
    ["小米科技有限责任公司", "91110108551385082Q"],
  ])("of %s is right", (_name, code) => {
    expect(findTaxNumberProblem(code)).toBeNull();
  });

  test("with one other character is wrong, and with two neighbours exchanged", () => {
    const code = "914403001922038216";
    const at = fc.integer({ min: 8, max: 17 });
    const character = fc.constantFrom(..."0123456789ABCDEFGHJKLMNPQRTUWXY");
    fc.assert(
      fc.property(at, character, (index, other) => {
        fc.pre(code[index] !== other);
        const typed = code.slice(0, index) + other + code.slice(index + 1);
        expect(findTaxNumberProblem(typed)).toBe("check_digit");
      }),
    );
    expect(findTaxNumberProblem("914403001922038261")).toBe("check_digit");
    expect(findTaxNumberProblem("914403009122038216")).toBe("check_digit");
  });

  test("has none of the letters that look like digits", () => {
    expect(findTaxNumberProblem("91440300192203821O")).toBe("characters");
    expect(findTaxNumberProblem("91440300I922038216")).toBe("characters");
    expect(findTaxNumberProblem("91AB03001922038216")).toBe("characters");
  });
});

describe("a number of 15 characters", () => {
  // The organisation code is part of the company's code of today.
  test.each(["440300192203821", "44030071526726X"])("%s is right by its organisation code", (number) => {
    expect(findTaxNumberProblem(number)).toBeNull();
  });

  test("with another check digit is wrong", () => {
    expect(findTaxNumberProblem("440300192203822")).toBe("check_digit");
    expect(findTaxNumberProblem("44030019220382Y")).toBe("characters");
  });
});

test("numbers of other lengths are wrong", () => {
  for (const number of ["", "1", "91440300192203821", "9144030019220382161"])
    expect(findTaxNumberProblem(number)).toBe("length");
});

test("spaces, hyphens and small letters are typed", () => {
  expect(normalizeTaxNumber(" 9144 0300-71526726xg ")).toBe("9144030071526726XG");
});
