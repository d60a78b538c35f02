import { readFile } from "node:fs/promises";

/** Page of the sample mini-program that pays. */
export const miniProgramPayPath = "/pages/pay/index";

const sample = new URL("../../../../docs/mini-program/", import.meta.url);

/**
 * Reads the paying page of the sample mini-program as a script for the simulated client, which gives it what
 * WeChat would: `Page`, `wx`, and its configuration.
 */
export async function readPayPage(): Promise<string> {
  const code = await readFile(new URL(`.${miniProgramPayPath}.js`, sample), "utf8");
  return `window.__wechatMiniProgramPage(function (Page, wx, require) {\n${code}\n});\n`;
}
