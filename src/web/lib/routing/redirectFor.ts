/** Who may see a page: all, customers, only who is logged out, staff, or only who is not yet staff. */
export type Access = "open" | "customer" | "guest" | "staff" | "staffGuest";

interface Tokens {
  token: string | null;
  serviceToken: string | null;
}

/**
 * Where somebody who may not see a page is sent, or null when they may.
 * `here` is the path with its query; it becomes the `redirect` query where the way leads back (specification, section 2).
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

/** The way to the customer login that leads back here; without the way back from the login pages themselves. */
export function loginPath(currentPath: string): string {
  return /^\/(login|wechat-callback)([/?#]|$)/.test(currentPath)
    ? "/login"
    : withRedirect("/login", currentPath);
}

/** The way to the staff login that leads back here; without the way back from its own pages. */
export function staffLoginPath(currentPath: string): string {
  return /^\/admin[/-]login([/?#]|$)/.test(currentPath)
    ? "/admin/login"
    : withRedirect("/admin/login", currentPath);
}

function withRedirect(path: string, currentPath: string): string {
  return `${path}?redirect=${encodeURIComponent(currentPath)}`;
}
