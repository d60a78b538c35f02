import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { HtmlPages } from "../../ssr/HtmlPages.ts";
import { locatePagePolicy } from "../security/content-security-policy.ts";
import { AppError } from "./AppError.ts";
import { isPageRequest, pagesRoute } from "./error-page.ts";

const yearS = 31_536_000;
const dayS = 86_400;

/**
 * Returns the Cache-Control header: names under /assets carry a content hash and never change; pages are
 * revalidated every time.
 */
function cacheControl(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return `public, max-age=${yearS}, immutable`;
  if (file.includes(`${path.sep}media${path.sep}`)) return `public, max-age=${dayS}`;
  return "no-cache";
}

/** Returns the requested file's relative path; null for folders and names that no file of the app has. */
function requestedFile(request: FastifyRequest): string | null {
  const { "*": file = "" } = request.params as { "*"?: string };
  return /^(\w[\w.-]*\/)*\w[\w.-]*\.\w+$/.test(file) ? file : null;
}

/** Picks an image's WebP or JPEG file: browsers that list their image types without WebP get the JPEG. */
function negotiateImage(request: FastifyRequest, file: string): string {
  const accepted = request.headers.accept ?? "";
  const lacksWebp = accepted.includes("image/") && !accepted.includes("image/webp");
  return lacksWebp ? file.replace(/^(media\/.*)\.webp$/, "$1.jpg") : file;
}

interface StaticFilesOptions {
  /** Folder of the built web app. */
  folder: string;
  htmlPages: HtmlPages;
  /** Origin of the map service's scripts; null without one. */
  mapsOrigin: string | null;
}

/** Serves the built web app: every route of the app returns an HTML page, a missing file is a 404. */
export async function serveStaticFiles(
  app: FastifyInstance,
  { folder, htmlPages, mapsOrigin }: StaticFilesOptions,
): Promise<void> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      // Looks names up on the disk each time: a build made while the server runs is served from then on.
      serve: false,
      dotfiles: "ignore",
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.setHeader("cache-control", cacheControl(file));
        reply.setHeader(
          "vary",
          file.endsWith(".webp") || file.endsWith(".jpg") ? "accept" : "accept-encoding",
        );
      },
    });
    app.get("/locate.html", { schema: { hide: true } }, async (_request, reply) => {
      const locatePage = path.join(folder, "locate.html");
      if (!existsSync(locatePage)) throw new AppError("not_found");
      const html = await readFile(locatePage, "utf8");
      return await reply
        .header("content-security-policy", locatePagePolicy(html, mapsOrigin))
        .header("cache-control", "no-cache")
        .type("text/html; charset=utf-8")
        .send(html);
    });
    app.get(pagesRoute, { schema: { hide: true } }, (request, reply) => {
      if (isPageRequest(request)) return htmlPages.send(request, reply);
      const file = requestedFile(request);
      if (file === null) throw new AppError("not_found");
      return reply.sendFile(negotiateImage(request, file));
    });
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, () => {
    throw new AppError("not_found");
  });
}
