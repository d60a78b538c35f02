import { stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { HotAnswer, sendPacked } from "../content/HotAnswer.ts";
import { Shelf } from "../content/Shelf.ts";
import { entryOf, manifestOf, readManifest } from "./manifest.ts";
import { type Ask, Screens, type ScreensModule } from "./Screens.ts";
import { Template } from "./Template.ts";

interface DocumentsParts {
  /** The built pages. */
  webFolder: string;
  /** The same pages for the server; without them every document is an empty shell. */
  screensFolder: string;
  ask: Ask;
  log: FastifyBaseLogger;
  clock: Clock;
  /** In bytes, for documents that were made. */
  memory: number;
}

interface Build {
  template: Template;
  module: ScreensModule | null;
  screens: Screens | null;
  shells: Map<string, HotAnswer>;
}

const type = "text/html; charset=utf-8";

/** So many different shells are kept; more than the app has pages. */
const shellsMost = 100;

/** How often a new build is looked for. */
const lookMs = 1_000;

/** The documents of the app's routes: the first screen made by the server where it can be, else a shell that asks for its page's code. */
export class Documents {
  readonly #parts: DocumentsParts;
  #build: Promise<Build> | null = null;
  #builtAt = "";
  /** Of performance.now. */
  #lookedAt = 0;

  constructor(parts: DocumentsParts) {
    this.#parts = parts;
  }

  /** Reads the build and makes the first screen of all, so that nobody waits for the first of them. */
  async warm(): Promise<void> {
    await (await this.#current()).screens?.get("/");
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const build = await this.#current();
    const { pathname } = new URL(request.url, "http://local");
    if (build.module?.isMissing(pathname)) reply.status(404);
    allowScripts(reply, build.template.scriptHashes);
    const screen = await build.screens?.get(request.url);
    if (!screen) return await sendPacked(request, reply, this.#shell(build, pathname), { type });
    const { document, ageMs } = screen;
    return await sendPacked(request, reply, ageMs === undefined ? document : oldForm(document), {
      type,
      ageMs,
    });
  }

  /**
   * A build that comes while the server runs is served soon: it is looked for once a second, beside the documents, which
   * wait for the disk only when there is none yet.
   */
  async #current(): Promise<Build> {
    const now = performance.now();
    if (this.#build === null) return await this.#look();
    if (now - this.#lookedAt >= lookMs) {
      this.#lookedAt = now;
      // One that cannot be read is told to whoever asks next.
      this.#look().catch(() => undefined);
    }
    return await this.#build;
  }

  async #look(): Promise<Build> {
    const { webFolder, screensFolder } = this.#parts;
    // The two parts of a build come one after the other.
    const files = [path.join(webFolder, "index.html"), manifestOf(screensFolder)];
    const builtAt = (await Promise.all(files.map(timeOf))).join();
    if (this.#build === null || this.#builtAt !== builtAt) {
      this.#builtAt = builtAt;
      this.#build = this.#read();
      this.#build.catch(() => {
        // The next request tries again: a build may be under way.
        this.#build = null;
      });
    }
    return await this.#build;
  }

  async #read(): Promise<Build> {
    const { webFolder, log, clock, ask, memory } = this.#parts;
    const template = await Template.read(webFolder);
    const module = await this.#load();
    const screens = module && new Screens({ module, template, ask, log, clock, kept: new Shelf(memory) });
    return { template, module, screens, shells: new Map() };
  }

  async #load(): Promise<ScreensModule | null> {
    const { screensFolder } = this.#parts;
    const manifest = await readManifest(screensFolder);
    const entry = manifest[entryOf(manifest) ?? ""];
    if (entry === undefined) return null;
    const file = path.join(screensFolder, entry.file);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ScreensModule;
  }

  #shell({ module, template, shells }: Build, pathname: string): HotAnswer {
    const page = module?.pageAt(pathname) ?? undefined;
    const key = page?.module ?? "";
    let shell = shells.get(key + page?.title);
    if (shell === undefined) {
      shell = new HotAnswer(template.document({ ...page }));
      if (shells.size < shellsMost) shells.set(key + page?.title, shell);
    }
    return shell;
  }
}

const oldForms = new WeakMap<HotAnswer, HotAnswer>();

/** The document whose page asks for all of it again, as soon as it can (src/web/sentPage.ts), and tells how old it is. */
function oldForm(document: HotAnswer): HotAnswer {
  let form = oldForms.get(document);
  if (form === undefined) {
    form = new HotAnswer(document.body.toString().replace(/(id="sent">\{)/, '$1"isOld":true,'));
    oldForms.set(document, form);
  }
  return form;
}

/** Lets the scripts that stand in a document run; the policy of everything else stays as it is. */
function allowScripts(reply: FastifyReply, hashes: readonly string[]): void {
  const policy = String(reply.raw.getHeader("content-security-policy") ?? "");
  const sources = ["script-src 'self'", ...hashes].join(" ");
  reply.header("content-security-policy", policy.replace("script-src 'self'", sources));
}

/** When a file was written, in ms; 0 while there is none. */
async function timeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}
