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

/** Lists the CSP sources of the inline scripts of a page. */
function listInlineScripts(html: string): string[] {
  return hashScripts([...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code));
}

/** Returns the policy of a document without an origin, which only our own pages may frame. */
function framePolicy(directives: readonly string[]): string {
  return [
    "sandbox allow-scripts",
    "default-src 'none'",
    ...directives,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    reportDirective,
  ].join("; ");
}

/** Returns the policy of the document that queries the map service: only its own script and those of that host run. */
export function locatePagePolicy(html: string, mapsOrigin: string | null): string {
  const sources = [...listInlineScripts(html), ...(mapsOrigin === null ? [] : [mapsOrigin])];
  return framePolicy([`script-src ${sources.join(" ")}`]);
}

/** Hosts from which Amap's script loads more of itself, tiles and fonts, beside its own. */
const amapHosts = ["https://*.amap.com", "https://*.autonavi.com"];

/**
 * Returns the policy of the document that draws the map service's map. That script loads parts of itself, compiles them
 * as it runs, and draws in workers that it makes of blobs; without an origin there is nothing of ours that it reaches.
 */
export function mapPagePolicy(html: string, scriptOrigin: string | null): string {
  const own = scriptOrigin === null ? [] : [scriptOrigin];
  const hosts = scriptOrigin?.endsWith(".amap.com") ? [...own, ...amapHosts] : own;
  return framePolicy([
    `script-src ${[...listInlineScripts(html), "'unsafe-eval'", "blob:", ...hosts].join(" ")}`,
    "worker-src blob:",
    `style-src ${["'unsafe-inline'", ...hosts].join(" ")}`,
    `img-src ${["data:", "blob:", ...hosts].join(" ")}`,
    `font-src ${["data:", ...hosts].join(" ")}`,
    `connect-src ${["data:", "blob:", ...hosts].join(" ")}`,
  ]);
}
