import { createHash } from "node:crypto";

/** Path to which browsers report violations of the content security policy. */
export const reportPath = "/api/v1/policy-report";

const reportDirective = `report-uri ${reportPath}; report-to policy`;

/** Headers of every response outside the API, besides the content security policy. */
export const pageHeaders: Readonly<Record<string, string>> = {
  // Only our own pages may request the location; no other device feature is used through the browser.
  "permissions-policy":
    "geolocation=(self), camera=(), microphone=(), payment=(), usb=(), midi=(), accelerometer=(), gyroscope=(), magnetometer=()",
  "reporting-endpoints": `policy="${reportPath}"`,
};

/** Returns the CSP sources (sha256 hashes) of inline scripts. */
export function hashScripts(scripts: readonly string[]): string[] {
  return scripts.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
}

/** CSP directives that make browsers report violations. */
export const reportDirectives = { reportUri: [reportPath], reportTo: ["policy"] };

/**
 * Returns the policy of the document that queries the map service: only its own script and those of that host
 * run in it, without an origin; only our own pages may frame it.
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
