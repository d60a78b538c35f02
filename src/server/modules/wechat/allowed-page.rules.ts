import type { Config } from "../../config.ts";
import { invalid } from "../../platform/http/AppError.ts";

/** Returns the URL unchanged if it is a page of this app. Throws a 400 that names the field otherwise. */
export function requireAllowedPage(config: Config, address: string, field: string): string {
  const allowedOrigins = [new URL(config.publicUrl).origin, ...config.wechat.origins];
  const url = URL.canParse(address) ? new URL(address) : null;
  const isAllowed = url !== null && /^https?:$/.test(url.protocol) && allowedOrigins.includes(url.origin);
  // A user name before the host is not part of the origin, but misleads readers.
  if (!isAllowed || url.username !== "" || url.password !== "" || !startsWithOrigin(address, url.origin))
    throw invalid("只能使用本站的页面地址", field);
  return address;
}

/**
 * Parsers treat blanks, tabs and backslashes differently, so an own URL must begin with the origin itself.
 */
function startsWithOrigin(address: string, origin: string): boolean {
  return address === origin || (address.startsWith(origin) && /^[/?#]/.test(address.slice(origin.length)));
}
