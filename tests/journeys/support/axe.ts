import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { hasNoRunningAnimation } from "../../../scripts/lib/hasNoRunningAnimation.ts";
import type { WebKitPhone } from "../../../scripts/lib/WebKitPhone.ts";

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Expression that checks the document. "label-content-name-mismatch" is experimental in axe, but a rule of WCAG (2.5.3). */
const check = `axe.run(document, {
  resultTypes: ["violations"],
  rules: { "label-content-name-mismatch": { enabled: true } },
}).then(({ violations }) => violations)`;

/**
 * Lists axe's serious and critical findings once the page is still, and names that lack the visible text, one
 * line each.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Elements that are fading in have low contrast.
  await page.waitForFunction(hasNoRunningAnimation);
  // Runs in the debugger, because the page's own policy blocks foreign scripts.
  await page.evaluate(source);
  return describeSerious(await page.evaluate<Finding[]>(check));
}

/** Lists the same in WebKit. */
export async function seriousWebKitFindings(phone: WebKitPhone): Promise<string[]> {
  await phone.waitFor(`return (${hasNoRunningAnimation.toString()})()`);
  await phone.run(
    `${source}; window.axe = axe; window.findings = undefined; ${check}.then((all) => { window.findings = all; });`,
  );
  await phone.waitFor("return window.findings !== undefined");
  return describeSerious(await phone.run<Finding[]>("return JSON.parse(JSON.stringify(window.findings))"));
}

function describeSerious(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
}
