import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { hasNoRunningAnimation } from "../../../scripts/lib/hasNoRunningAnimation.ts";

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Lists axe's serious and critical findings once the page is still, and names that lack the visible text, one
 * line each.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Elements that are fading in have low contrast.
  await page.waitForFunction(hasNoRunningAnimation);
  // Runs in the debugger, because the page's own policy blocks foreign scripts.
  await page.evaluate(source);
  const findings = await page.evaluate(
    async () =>
      (
        (await (
          window as unknown as { axe: { run(root: Document, options: object): Promise<unknown> } }
        ).axe.run(document, {
          resultTypes: ["violations"],
          // Experimental in axe, but a rule of WCAG (2.5.3).
          rules: { "label-content-name-mismatch": { enabled: true } },
        })) as { violations: Finding[] }
      ).violations,
  );
  return findings
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
}
