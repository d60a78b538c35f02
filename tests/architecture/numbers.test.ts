import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { readSources } from "./sources.ts";

/** A number with a unit, in digits or characters, as sentences name fees, limits, rates and times. */
const amount =
  /[¥￥]\s?\d|(?:\d+(?:\.\d+)?|[一二两三四五六七八九十百千半]+)\s?(?:元|块|积分|秒|分钟|个?小时|天|日|个月|公里|km|次|单|份|张|种|折|%|％)/i;

/** Text for people; the rest are style sheets and names. */
const isSentence = /[\p{Script=Han}¥￥]/u;

/** Whole texts with numbers that no head office sets: units, fixed choices, and limits of the product. */
const facts = new Set([
])

/** Texts of a source: string literals, the parts of templates between their values, and texts in JSX. */
function listTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === "string") texts.push(value);
    },
    TemplateElement: ({ value }) => {
      texts.push(value.cooked ?? value.raw);
    },
    JSXText: ({ value }) => {
      texts.push(value);
    },
  }).visit(program);
  return texts;
}

test("no sentence names a fee, a limit, a rate or a time: the settings do, and sentences are made from them", () => {
  const isOther = /^src\/(sandbox|server\/demo)\/|\.test\.tsx?$/;
  const sources = readSources("src").filter(({ file }) => !isOther.test(file));
  const found = sources.flatMap(({ file, text }) =>
    listTexts(file, text)
      .filter((one) => isSentence.test(one) && amount.test(one) && !facts.has(one.trim()))
      .map((one) => `${file}: ${one}`),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test("the search finds an amount in a string, in a template and in JSX", () => {
  const source = "const a = '满20元'; const b = `在$" + "{a}内有效 15 天`; const c = <p>最多 3 次</p>;";
  expect(listTexts("a.tsx", source).filter((text) => amount.test(text))).toHaveLength(3);
});
