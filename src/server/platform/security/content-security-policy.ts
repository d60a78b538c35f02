import { createHash } from "node:crypto";

/** Where browsers tell what a policy kept from running. */
export const reportPath = "/api/v1/policy-report";

const reportDirective = `report-uri ${reportPath}; report-to policy`;

/** What every answer that is no call's says beside its content policy. */
export const pageHeaders: Readonly<Record<string, string>> = {
  // Only our own pages ask where somebody is; nothing else of a phone is used through the browser.
  "permissions-policy":
    "geolocation=(self), camera=(), microphone=(), payment=(), usb=(), midi=(), accelerometer=(), gyroscope=(), magnetometer=()",
  "reporting-endpoints": `policy="${reportPath}"`,
};

/** How a content policy names the scripts that stand in a document. */
export function hashScripts(scripts: readonly string[]): string[] {
  return scripts.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
}

/** The directives by which browsers report. */
export const reportDirectives = { reportUri: [reportPath], reportTo: ["policy"] };

/**
 * The policy of the document that asks the map service: its own script and those of that host run in it, without an
 * origin, and nothing else does; only our own pages may show it.
 */
export function locatePagePolicy(html: string, mapsOrigin: string | null): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
  const sources = [...hashScripts(scripts), ...(mapsOrigin === null ? [] : [mapsOrigin])];
  return [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src ${sources.join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    reportDirective,
  ].join("; ");
}
