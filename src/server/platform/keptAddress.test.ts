import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepAddress, keptAddress } from "./keptAddress.ts";

test("the address of the last server is known beside it, and that of none is not", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-address-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await keptAddress(folder)).toBeNull();
  await keepAddress(folder, "http://127.0.0.1:8080");
  await keepAddress(folder, "https://shop.example");
  expect(await keptAddress(folder)).toBe("https://shop.example");
});
