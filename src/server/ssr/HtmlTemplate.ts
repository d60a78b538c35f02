import { readFile } from "node:fs/promises";
import path from "node:path";
import { hashScripts } from "../platform/security/content-security-policy.ts";
import { type Chunk, findEntry, type Manifest, readManifest } from "./manifest.ts";

/** What a document shows besides what every one has. */
interface PageOptions {
  /** In front of the app's name. */
  title?: string;
  /** The source of the page's code, as the manifest names it. */
  module?: string;
  /** Sources of what is in the screen without being asked for at once. */
  parts?: string[];
  /** Stands in the place of #root and what is in it until the app begins. */
  screen?: string;
}

const rootPattern = /<div id="root">[\s\S]*?<!--\/screen--><\/div>/;
const scriptPattern = /<script>([\s\S]*?)<\/script>/g;
/** How Vite's build begins the app, and what it asks for beside that. */
const entryScriptPattern = /\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g;

/**
 * Begins the app when what the document shows has been painted: asking for files and running them would hold the first
 * frame up. Its element names the files, the first of all in front. Who opens a document in the background begins at once.
 * A button that is tapped meanwhile is told to the app, which presses it as soon as it can (src/web/ssr-payload.ts).
 * When the files cannot be had, the document is asked for again as soon as the network is back, or somebody taps in vain.
 */
const bootScript = `{
  const files = document.currentScript.dataset.files.split(" ");
  const add = (tag, more) =>
    document.head.append(Object.assign(document.createElement(tag), { crossOrigin: "" }, more));
  const note = (event) => {
    note.button = event.target.closest("button");
  };
  addEventListener("click", note, true);
  window.takeOver = () => {
    removeEventListener("click", note, true);
    return note.button;
  };
  const again = () => {
    for (const occasion of ["online", "click"]) addEventListener(occasion, () => location.reload(), { once: true });
  };
  const begin = () => {
    for (const href of files) add("link", { rel: "modulepreload", href });
    add("script", { type: "module", src: files[0], onerror: again });
  };
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
}`;

/** Browsers that know this paint nothing of a screen before all of it has come: half of one would move when the rest does. */
const waitForContentLink = '<link rel="expect" href="#sent" blocking="render">';

/** The built index.html, with what the page of an address needs put into it: its styles, and its code asked for at once. */
export class HtmlTemplate {
  /** What the content policy calls the scripts that stand in it. */
  readonly scriptHashes: readonly string[];
  readonly #html: string;
  readonly #manifest: Manifest;
  readonly #styles: ReadonlyMap<string, string>;

  private constructor(html: string, manifest: Manifest, styles: ReadonlyMap<string, string>) {
    this.#html =
      findEntry(manifest) === undefined ? html : html.replace(/\s*<link rel="stylesheet"[^>]*>/g, "");
    this.#manifest = manifest;
    this.#styles = styles;
    const scripts = [...html.matchAll(scriptPattern)].map(([, code = ""]) => code);
    this.scriptHashes = hashScripts([...scripts, bootScript]);
  }

  /** Reads it from the folder of the built pages. A folder without a manifest gives documents as they lie there. */
  static async read(folder: string): Promise<HtmlTemplate> {
    const html = await readFile(path.join(folder, "index.html"), "utf8");
    const manifest = await readManifest(folder);
    const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
    const styles = [...files].map(async (file) => {
      return [file, (await readFile(path.join(folder, file), "utf8")).trim()] as const;
    });
    return new HtmlTemplate(html, manifest, new Map(await Promise.all(styles)));
  }

  /** One document. */
  render({ title, module, parts = [], screen }: PageOptions): string {
    const entry = findEntry(this.#manifest);
    const code = this.#collectChunks([entry, module]).map(({ file }) => `/${file}`);
    const styles = this.#renderStyles(screen === undefined ? [entry, module] : [entry, module, ...parts]);
    let html = this.#html;
    if (title !== undefined)
      html = html.replace(/<title>(.*?)<\/title>/, (_, name) => `<title>${title} - ${name}</title>`);
    if (screen === undefined || entry === undefined) {
      const wanted = code.filter((file) => !html.includes(`"${file}"`));
      const links = wanted.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
      return html.replace("</head>", () => `${links.join("")}${styles}</head>`);
    }
    const files = [...new Set([`/${this.#manifest[entry]?.file}`, ...code])].join(" ");
    html = html
      .replace(entryScriptPattern, "")
      .replace("</head>", () => `${waitForContentLink}${styles}</head>`);
    return html.replace(rootPattern, () => `${screen}<script data-files="${files}">${bootScript}</script>`);
  }

  /** What stands in the head for the styles of these sources and all that they import. */
  #renderStyles(keys: (string | undefined)[]): string {
    const files = [...new Set(this.#collectChunks(keys).flatMap(({ css = [] }) => css))];
    return [
      ...files.map((file) => `<style>${this.#styles.get(file)}</style>`),
      // The loader of chunks sees by these that it need not ask for the same styles once more.
      ...files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    ].join("");
  }

  /** The named chunks and all that they import at once, each after what it needs. */
  #collectChunks(keys: (string | undefined)[]): Chunk[] {
    const seen = new Set<string>();
    const found: Chunk[] = [];
    const visit = (key: string) => {
      const chunk = this.#manifest[key];
      if (chunk === undefined || seen.has(key)) return;
      seen.add(key);
      for (const next of chunk.imports ?? []) visit(next);
      found.push(chunk);
    };
    for (const key of keys) if (key !== undefined) visit(key);
    return found;
  }
}
