import { expect, test } from "vitest";
import { StatementNames } from "./StatementNames.ts";

/** Returns the name of a text at the last of so many uses. */
function nameAfter(names: StatementNames, text: string, times = 10): string | undefined {
  let name: string | undefined;
  for (let n = 0; n < times; n++) name = names.use(text);
  return name;
}

test("a statement gets a name when it is used the tenth time, and keeps it", () => {
  const names = new StatementNames();
  expect(nameAfter(names, "select $1", 9)).toBeUndefined();
  expect(names.use("select $1")).toBe("statement_1");
  expect(nameAfter(names, "select $2")).toBe("statement_2");
  expect(names.use("select $1")).toBe("statement_1");
});

test("a forgotten statement gets another name when it is used often again", () => {
  const names = new StatementNames();
  nameAfter(names, "select $1");
  names.forget("select $1");
  expect(names.use("select $1")).toBeUndefined();
  expect(nameAfter(names, "select $1", 9)).toBe("statement_2");
});

test("at most 300 names are given, also to statements that are forgotten", () => {
  const names = new StatementNames();
  for (let n = 1; n <= 300; n++) {
    expect(nameAfter(names, `select ${n % 7} = $1`)).toBe(`statement_${n}`);
    names.forget(`select ${n % 7} = $1`);
  }
  expect(nameAfter(names, "select $1", 1_000)).toBeUndefined();
});

test("thousands of statements that are used a few times are not remembered", () => {
  const names = new StatementNames();
  nameAfter(names, "select $1", 9);
  for (let n = 0; n < 2_000; n++) names.use(`select ${n} = $1`);
  expect(names.use("select $1")).toBeUndefined();
});
