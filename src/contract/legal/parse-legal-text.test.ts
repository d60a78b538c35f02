import { expect, test } from "vitest";
import { parseLegalText } from "./parse-legal-text.ts";

test("marks make titles, headings and items; every other line is a paragraph", () => {
  expect(parseLegalText("# 一、范围\r\n\n## 1. 说明\n- 甲\n  乙 # 丙\n#丁\n\t- 戊\n")).toEqual([
    { kind: "title", text: "一、范围" },
    { kind: "heading", text: "1. 说明" },
    { kind: "item", text: "甲" },
    { kind: "paragraph", text: "乙 # 丙" },
    { kind: "paragraph", text: "#丁" },
    { kind: "item", text: "戊" },
  ]);
});

test.each(["", " \n\t\r\n", "# \n##\n- "])("%j has nothing to read", (text) => {
  expect(parseLegalText(text)).toEqual([]);
});

test("markup of other formats has no meaning", () => {
  const text = "<b onclick=alert(1)>粗</b> [链接](javascript:alert(1)) ![图](x)";
  expect(parseLegalText(text)).toEqual([{ kind: "paragraph", text }]);
});
