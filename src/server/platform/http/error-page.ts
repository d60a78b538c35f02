import type { FastifyRequest } from "fastify";
import { type ErrorCode, errors } from "#contract/errors.ts";

/** Route of everything but the API: pages and files. */
export const pagesRoute = "/*";

/**
 * Returns whether an HTML page is requested: no file extension, and not under the API's or files' folders.
 */
export function isPageRequest(request: FastifyRequest): boolean {
  if (request.routeOptions.url !== pagesRoute) return false;
  const { pathname } = new URL(request.url, "http://local");
  return !/^\/(api|assets|media)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname);
}

/** Renders a self-contained page for a page that cannot be sent: the reason, and a link to retry. */
export function renderErrorPage(code: ErrorCode): string {
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${errors[code][1]}</title>
<style>
body { margin: 0; font: 16px/1.6 sans-serif; color: #333; text-align: center }
main { padding: 30vh 24px 0 }
a { display: inline-block; min-width: 44px; padding: 9px 24px; border-radius: 22px; color: #fff; background: #1a1a1a; text-decoration: none }
</style>
<main><p>${errors[code][1]}</p><a href="">重新打开</a></main>
</html>
`;
}
