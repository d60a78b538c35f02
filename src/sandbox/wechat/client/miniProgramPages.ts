import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Page of the sample mini-program that pays. */
export const miniProgramPayPath = "/pages/pay/index";

/** Returns the folder of the sample mini-program, whether this file runs from src or bundled from dist. */
function sampleFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, "docs/mini-program"))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error("docs/mini-program was not found above the sandbox's files");
    folder = parent;
  }
  return path.join(folder, "docs/mini-program");
}

/**
 * Reads the paying page of the sample mini-program as a script for the simulated client, which gives it what
 * WeChat would: `Page`, `wx`, and its configuration.
 */
export async function readPayPage(): Promise<string> {
  const code = await readFile(path.join(sampleFolder(), `${miniProgramPayPath}.js`), "utf8");
  return `window.__wechatMiniProgramPage(function (Page, wx, require) {\n${code}\n});\n`;
}
