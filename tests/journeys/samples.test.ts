import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { WebKitDriver } from "../../scripts/lib/WebKitDriver.ts";
import { seriousFindings, seriousWebKitFindings } from "./support/axe.ts";
import { countTooWide } from "./support/countTooWide.ts";
import { findMismatchedNames } from "./support/findMismatchedNames.ts";
import { findSmallTargets } from "./support/findSmallTargets.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

const widths = [390, 320];
const fingerPx = 44;
const sections = ["按钮", "选择", "输入", "卡片与记录", "加载、空白与失败", "提示", "弹层", "底栏"];

let environment: TestEnvironment;
let cacheDir: string;
let pages: ViteDevServer;
let url: string;

beforeAll(async () => {
  environment = await startEnvironment();
  cacheDir = await mkdtemp(path.join(tmpdir(), "shidan-vite-"));
  const api = { target: environment.installation.url };
  pages = await createServer({
    configFile: inRoot("vite.config.ts"),
    cacheDir,
    logLevel: "error",
    server: { port: 0, hmr: false, proxy: { "/api": api, "/media": api } },
  });
  await pages.listen();
  url = `${pages.resolvedUrls?.local[0]}__ui`;
  // The first visit finds the packages to prepare, and reloads the page when they are ready.
  const { page } = await environment.phone();
  await page.goto(url);
  await page.getByRole("heading", { name: "底栏" }).waitFor({ timeout: 120_000 });
  await pages.environments.client.depsOptimizer?.scanProcessing;
});

afterAll(async () => {
  await pages.close();
  await rm(cacheDir, { recursive: true, force: true });
  await environment.close();
});

test("the samples of all components can be used by everybody in Chromium, at both sizes", async () => {
  const phone = await environment.phone();
  const { page } = phone;
  await page.goto(url);
  for (const name of sections) await page.getByRole("heading", { name, exact: true }).waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    expect(await countTooWide(page)).toBe(0);
    expect(await findSmallTargets(page, fingerPx)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
  }
  expect(await findMismatchedNames(page)).toEqual([]);
  for (const [opener, name] of [
    ["打开面板", "面板"],
    ["打开长面板", "长面板"],
  ] as const) {
    await phone.button(opener).click();
    await page.getByRole("dialog", { name, exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name, exact: true }).waitFor({ state: "hidden" });
  }
  expect(phone.unexpectedErrors).toEqual([]);
});

test("the samples of all components can be used by everybody in WebKit, at both sizes", async () => {
  const driver = await WebKitDriver.start();
  const phone = await driver.phone();
  try {
    for (const width of widths) {
      await phone.openFramed(url, width);
      for (const name of sections) await phone.waitHeading(name);
      expect(await phone.run<number>("return innerWidth")).toBe(width);
      expect(await phone.run<number>("return document.documentElement.scrollWidth - innerWidth")).toBe(0);
      expect(await seriousWebKitFindings(phone)).toEqual([]);
    }
  } finally {
    await phone.close();
    await driver.close();
  }
});
