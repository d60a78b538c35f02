import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Calls that change nothing here, whoever leads to them: links and pictures of other pages are as they always are. */
const safeMethods: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Names that mean this machine, and those that it was given in the settings. */
export type AllowedHosts = ReadonlySet<string>;

/** The host names of addresses, besides localhost; what is no address has none. */
export function toAllowedHosts(...urls: string[]): AllowedHosts {
  const hostnames = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname);
  return new Set(["localhost", ...hostnames]);
}

/**
 * Why a request is refused, or null. A page of a stranger can have its own name lead here (DNS rebinding): only numbers
 * and names that are known are answered. It can post here from the browser of whoever looks at it: what changes something
 * comes from our own pages, or from no page at all.
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
  // Behind a reverse proxy that speaks https to browsers.
  return origin === `https://${host}` ? null : "The sandbox takes no orders from other pages.";
}
