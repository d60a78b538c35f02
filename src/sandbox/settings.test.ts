import { expect, test } from "vitest";
import { parseSandboxSettings } from "./settings.ts";

test("without settings the sandbox listens on this machine alone and its kitchen is open", () => {
  const { settings, warnings } = parseSandboxSettings({});
  expect(settings).toMatchObject({ host: "127.0.0.1", port: 8090, kitchen: { isEnabled: true } });
  expect(warnings).toEqual([]);
});

test("KITCHEN is still read, with a warning that names SANDBOX_KITCHEN", () => {
  const closed = parseSandboxSettings({ KITCHEN: "0" });
  expect(closed.settings.kitchen).toEqual({ isEnabled: false });
  expect(closed.warnings).toEqual([
    "Rename KITCHEN to SANDBOX_KITCHEN: version 0.3.0 stops reading KITCHEN.",
  ]);
  const open = parseSandboxSettings({ KITCHEN: "0", SANDBOX_KITCHEN: "1" });
  expect(open.settings.kitchen).toEqual({ isEnabled: true });
});
