import { expect, test } from "vitest";
import { runKills } from "../../scripts/faults/killRun.ts";

test.each([
  ["the server process", false],
  ["the server with its database and the sandbox", true],
])(
  "M20: %s can be killed while customers order and pay, and no order and no money is lost",
  async (_what, whole) => {
    const report = await runKills({ kills: 3, whole, log: () => undefined });
    expect(report.problems).toEqual([]);
    expect(report.kills).toBe(3);
    expect(report.orders).toBeGreaterThan(0);
    expect(report.paid).toBeGreaterThan(0);
  },
);
