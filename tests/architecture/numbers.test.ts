import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { readSources } from "./sources.ts";

/** A number with a unit, as sentences name fees, limits, rates and times. */
const amount = /[¥￥]\s?\d|\d+(?:\.\d+)?\s?(?:元|积分|秒|分钟|小时|天|个月|公里|次|单|份|%)/;

/** Text for people; the rest are style sheets and names. */
const isSentence = /[\p{Script=Han}¥￥]/u;

/** Numbers in sentences that no head office sets: units, spans of a fixed choice, and limits of the product. */
const facts = [
  "1 元",
  "1元",
  "1 积分抵 1 分钱",
  "24 小时",
  "24小时营业",
  "最近 24 小时",
  // Ranges of the figures.
  "近7天",
  "近30天",
  // Choices of a pause, and the warning before the last minute.
  "15 分钟",
  "30 分钟",
  "1 小时",
  "2 小时",
  "1 分钟",
  // A host that does not say how long a delivery takes.
  "30-45分钟",
  // The page of samples, for developers.
  "¥120.00",
];

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

const withoutFacts = (text: string) => facts.reduce((left, fact) => left.replaceAll(fact, ""), text);

test("no sentence names a fee, a limit, a rate or a time: the settings do, and sentences are made from them", () => {
  const isOther = /^src\/(sandbox|server\/demo)\/|\.test\.tsx?$/;
  const sources = readSources("src").filter(({ file }) => !isOther.test(file));
  const found = sources.flatMap(({ file, text }) =>
    listTexts(file, text)
      .filter((one) => isSentence.test(one) && amount.test(withoutFacts(one)))
      .map((one) => `${file}: ${one}`),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test("the search finds an amount in a string, in a template and in JSX", () => {
  const source = "const a = '满20元'; const b = `在$" + "{a}内有效 15 天`; const c = <p>最多 3 次</p>;";
  expect(listTexts("a.tsx", source).filter((text) => amount.test(text))).toHaveLength(3);
});
