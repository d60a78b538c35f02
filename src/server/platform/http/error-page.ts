import type { FastifyRequest } from "fastify";
import { type ErrorCode, errors } from "#contract/errors.ts";

/** The route of everything that is no call: documents and files. */
export const pagesRoute = "/*";

/** Whether a document is asked for: no file ending, and not under the folders that only hold files or calls. */
export function isPageRequest(request: FastifyRequest): boolean {
  if (request.routeOptions.url !== pagesRoute) return false;
  const { pathname } = new URL(request.url, "http://local");
  return !/^\/(api|assets|media)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname);
}

/** A document that needs nothing else, for somebody whose page cannot be sent: why, and a way to ask again. */
export function renderErrorPage(code: ErrorCode): string {
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>食单</title>
<style>
body { margin: 0; font: 16px/1.6 sans-serif; color: #333; text-align: center }
main { padding: 30vh 24px 0 }
a { display: inline-block; min-width: 44px; padding: 9px 24px; border-radius: 22px; color: #fff; background: #1a1a1a; text-decoration: none }
</style>
<main><h1>食单</h1><p>${errors[code][1]}</p><a href="">重新打开</a></main>
</html>
`;
}
