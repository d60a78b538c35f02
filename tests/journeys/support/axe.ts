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

/** What axe finds serious or critical in the page once it is still, with names that lack the visible text, one line a place. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // What is fading in has little contrast yet.
  await page.waitForFunction(hasNoRunningAnimation);
  // By the debugger's door: the page's own policy lets no foreign script in.
  await page.evaluate(source);
  const findings = await page.evaluate(
    async () =>
      (
        (await (
          window as unknown as { axe: { run(root: Document, options: object): Promise<unknown> } }
        ).axe.run(document, {
          resultTypes: ["violations"],
          // Experimental in axe, and a rule of WCAG (2.5.3) all the same.
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
