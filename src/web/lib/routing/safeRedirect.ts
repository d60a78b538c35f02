const maxLength = 2_000;

/**
 * Returns the path, query and hash of this app that a `redirect` parameter names, or "/" for anything else:
 * other hosts and schemes, tricks with slashes and control characters, over-long texts, the login pages (a
 * loop).
 */
export function safeRedirect(target: string | null): string {
  if (target === null || target.length > maxLength || !isPlainPath(target)) return "/";
  if (!isPlainPath(decodePath(target))) return "/";
  const url = parseUrl(target);
  // Normalising dots may have removed a prefix of two slashes: `/.//evil` has become `//evil`.
  if (url === null || url.host !== ownHost || !isPlainPath(url.pathname)) return "/";
  if (/^\/(login|wechat-callback|admin-login|admin\/login)(\/|$)/i.test(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}

const ownHost = "shidan.invalid";

/** Returns whether a path starts with one slash, and has nothing that browsers drop or read as a slash. */
function isPlainPath(path: string): boolean {
  return /^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(path);
}

/** Decodes the path part once more (`/%2f%2fevil` becomes `///evil`); queries may hold anything. */
function decodePath(target: string): string {
  const path = target.replace(/[?#].*$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

function parseUrl(target: string): URL | null {
  try {
    return new URL(target, `https://${ownHost}`);
  } catch {
    return null;
  }
}
