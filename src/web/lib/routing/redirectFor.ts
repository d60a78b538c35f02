/** Access to a page: all, customers, only logged-out customers, staff, or only logged-out staff. */
export type Access = "open" | "customer" | "guest" | "staff" | "staffGuest";

interface Tokens {
  token: string | null;
  serviceToken: string | null;
}

/**
 * Returns the redirect for a page that the user may not see, or null if allowed. `currentPath` is the path
 * with its query; it becomes the `redirect` query if the login leads back to it.
 */
export function redirectFor(access: Access, tokens: Tokens, currentPath: string): string | null {
  switch (access) {
    case "open":
      return null;
    case "customer":
      return tokens.token === null ? loginPath(currentPath) : null;
    case "guest":
      return tokens.token === null ? null : "/";
    case "staff":
      return tokens.serviceToken === null ? staffLoginPath(currentPath) : null;
    case "staffGuest":
      return tokens.serviceToken === null ? null : "/admin/customer-service";
  }
}

/**
 * Returns the path of the customer login that leads back here; without a redirect from the login pages
 * themselves.
 */
export function loginPath(currentPath: string): string {
  return /^\/(login|wechat-callback)([/?#]|$)/.test(currentPath)
    ? "/login"
    : withRedirect("/login", currentPath);
}

/** Returns the path of the staff login that leads back here; without a redirect from its own pages. */
export function staffLoginPath(currentPath: string): string {
  return /^\/admin[/-]login([/?#]|$)/.test(currentPath)
    ? "/admin/login"
    : withRedirect("/admin/login", currentPath);
}

function withRedirect(path: string, currentPath: string): string {
  return `${path}?redirect=${encodeURIComponent(currentPath)}`;
}
