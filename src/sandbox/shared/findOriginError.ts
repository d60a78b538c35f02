import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Methods that change nothing, allowed from any origin: links and images of other pages work as usual. */
const safeMethods: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Host names of this machine, and those from the settings. */
export type AllowedHosts = ReadonlySet<string>;

/** Collects the host names of addresses, plus localhost; ignores invalid addresses. */
export function toAllowedHosts(...urls: string[]): AllowedHosts {
  const hostnames = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname);
  return new Set(["localhost", ...hostnames]);
}

/**
 * Returns the reason to reject a request, or null. A foreign page can point its own host name here (DNS
 * rebinding), so only IP addresses and known names are accepted. It can also post here from a visitor's
 * browser, so changing requests must come from our own pages, or from no page at all.
 */
export function findOriginError(
  { headers, method = "GET" }: IncomingMessage,
  allowedHosts: AllowedHosts,
): string | null {
  const host = headers.host ?? "";
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: "" };
  const isKnown = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || allowedHosts.has(hostname);
  if (!isKnown) return "The sandbox is not called that.";
  const { origin } = headers;
  if (safeMethods.includes(method) || origin === undefined || origin === `http://${host}`) return null;
  // Behind a reverse proxy that terminates https.
  return origin === `https://${host}` ? null : "The sandbox takes no orders from other pages.";
}
