import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { readSources } from "./sources.ts";

/**
 * A number with a unit, as sentences name fees, limits, rates and times: in digits, or in characters before units that
 * are used for nothing else.
 */
const amount =
  /[¥￥]\s?\d|\d+(?:\.\d+)?\s?(?:元|块|积分|秒|分钟|个?小时|天|日|个月|公里|km|次|单|份|张|种|折|%|％)|[一二两三四五六七八九十百千半]+(?:元|块|折|积分|秒|分钟|个?小时|个月|公里)/i;

/** Text for people; the rest are style sheets and names. */
const isSentence = /[\p{Script=Han}¥￥]/u;

/** Whole texts with numbers that no head office sets: units, fixed choices, and limits of the product. */
const facts = new Set([
  "餐品每实付 1 元得",
  "30-45分钟",
  "24小时营业",
  "自动接单等待应比未接单自动取消至少短 1 分钟",
  "打开链接的页面会显示调试面板和登录信息，一小时内有效，只发给需要排查问题的人。生成会记入操作记录。",
  "这套系统还没有管理员。请在服务器的日志里找到一次性代码，15 分钟内有效，用它添加第一位管理员。",
  "还有 1 分钟自动取消，请接单",
  "15 分钟",
  "30 分钟",
  "1 小时",
  "2 小时",
  "把图片放进一个 ZIP，文件名是菜品编号，如 10205.jpg（.jpg、.png 或 .webp，可以放在文件夹里）。先检查，确认后导入：新图片存为草稿，在菜单页发布；和现在相同的不变。一次最多 500 张，每张最多 20 MB、5000 万像素。",
  "近7天",
  "近30天",
  "例如：6月3日微信转账，顾客已确认",
  "最近 24 小时，明显高于平时的小时会标红",
  "最近 24 小时",
  "1 积分抵 1 分钱；对新订单生效，已有的订单按下单时的规则",
  "结束早于开始表示到次日；00:00 至 00:00 是 24 小时营业；没有时段就是休息。",
  "一次最多选50种商品",
  "一次最多选50种商品，没有加入",
  "上传图片（选填，最多3张）",
  "余额 ¥120.00",
  "餐品每实付1元得",
  "积分抵1元，满",
  "积分折合1元",
]);

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

test.each(["请在 15 分钟内付款", "满21元", "二十元起送", "打八折", "5km 内免费", "半小时送达", "￥20 起"])(
  "%s would be found",
  (text) => {
    expect(isSentence.test(text) && amount.test(text) && !facts.has(text)).toBe(true);
  },
);
