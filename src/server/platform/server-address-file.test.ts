import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readServerUrl, writeServerUrl } from "./server-address-file.ts";

test("the URL of the last server is read from its folder; without one it is null", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-address-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await readServerUrl(folder)).toBeNull();
  await writeServerUrl(folder, "http://127.0.0.1:8080");
  await writeServerUrl(folder, "https://shop.example");
  expect(await readServerUrl(folder)).toBe("https://shop.example");
});
