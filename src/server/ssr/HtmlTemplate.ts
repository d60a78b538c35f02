import { readFile } from "node:fs/promises";
import path from "node:path";
import { initialBrand } from "#contract/chain-settings/brand.ts";
import { createBrandColors } from "#contract/chain-settings/brand-colors.ts";
import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { hashScripts } from "../platform/security/content-security-policy.ts";
import { type Chunk, findEntry, type Manifest, readManifest } from "./manifest.ts";

/** Page-specific content of an HTML document. */
interface PageOptions {
  /** Title before the app's name. */
  title?: string;
  /** Source file of the page's code, as named by the manifest. */
  module?: string;
  /** Source files of further parts of the rendered page whose code is not loaded at once. */
  parts?: string[];
  /** Rendered HTML that replaces #root and its content until the app starts. */
  screen?: string;
}

const rootPattern = /<div id="root">[\s\S]*?<!--\/screen--><\/div>/;
const scriptPattern = /<script>([\s\S]*?)<\/script>/g;
/** Tags of Vite's build that start the app, and its modulepreload links. */
const entryScriptPattern = /\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g;

/**
 * Starts the app after the first paint of the rendered page, which running its files would delay. The script's data-files
 * attribute lists the files, the entry first. A page opened in the background starts at once. A button clicked meanwhile is
 * passed to the app, which clicks it as soon as it can (src/web/ssr-payload.ts). When the files cannot be loaded, the page is
 * reloaded as soon as the network is back, or on the next click.
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

/**
 * Browsers that support it delay the first paint until the whole page has arrived: half of it would shift
 * when the rest comes.
 */
const waitForContentLink = '<link rel="expect" href="#sent" blocking="render">';

/** The sections of the chain's settings that every document holds. */
export type DocumentSettings = Pick<ChainSettings, "brand" | "menu">;

/** Puts the chain's name, slogan, colours and notices in place of those that index.html and the style sheets are written with. */
function writeSettings(html: string, { brand, menu }: DocumentSettings): string {
  return (
    html
      .replaceAll(initialBrand.name, () => escapeHtml(brand.name))
      .replaceAll(initialBrand.slogan, () => escapeHtml(brand.slogan))
      .replace("</title>", () => `</title>${renderColors(brand)}`)
      // Last: a notice may hold words of the initial name.
      .replace(/(?<=<meta name="menu-notices" content=")[^"]*/, () => escapeHtml(menu.notices.join("\n")))
  );
}

/** Returns the style tag with the shades of another colour than the initial one. */
function renderColors({ color }: ChainSettings["brand"]): string {
  if (color === initialBrand.color) return "";
  const { accent, bright, soft, tint, dark, deep } = createBrandColors(color);
  // Wins over theme.css, which sets them on :root, wherever the sheet is.
  return `<style>html:root{--accent:${accent};--accent-bright:${bright};--accent-soft:${soft};--accent-tint:${tint};--accent-dark:${dark};--accent-deep:${deep}}</style>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The built index.html, completed with what a page needs: its styles, and links that preload its code. */
export class HtmlTemplate {
  /** CSP hashes of the template's inline scripts. */
  readonly scriptHashes: readonly string[];
  /** Notices that are written into the documents. */
  readonly notices: readonly string[];
  readonly #html: string;
  readonly #manifest: Manifest;
  readonly #styles: ReadonlyMap<string, string>;

  private constructor(
    html: string,
    notices: readonly string[],
    manifest: Manifest,
    styles: ReadonlyMap<string, string>,
  ) {
    this.notices = notices;
    this.#html =
      findEntry(manifest) === undefined ? html : html.replace(/\s*<link rel="stylesheet"[^>]*>/g, "");
    this.#manifest = manifest;
    this.#styles = styles;
    const scripts = [...html.matchAll(scriptPattern)].map(([, code = ""]) => code);
    this.scriptHashes = hashScripts([...scripts, bootScript]);
  }

  /**
   * Reads the template from the folder of the built web app. Without a manifest, index.html stays as it is
   * but for the settings.
   */
  static async read(folder: string, settings: DocumentSettings): Promise<HtmlTemplate> {
    const html = writeSettings(await readFile(path.join(folder, "index.html"), "utf8"), settings);
    const manifest = await readManifest(folder);
    const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
    const styles = [...files].map(async (file) => {
      return [file, (await readFile(path.join(folder, file), "utf8")).trim()] as const;
    });
    return new HtmlTemplate(html, settings.menu.notices, manifest, new Map(await Promise.all(styles)));
  }

  /** Renders one page. */
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
    const files = [...new Set([`/${this.#manifest[entry]?.file}`, ...code])];
    // Most of the code, fetched while the page is laid out: further files would delay the first frame, small as they are.
    const preloads = this.#collectChunks([entry]).map(
      ({ file }) => `<link rel="preload" as="script" crossorigin href="/${file}">`,
    );
    html = html
      .replace(entryScriptPattern, "")
      // Tells the script in the head (src/web/entry-early.ts) that the page need not be requested.
      .replace("<html ", "<html data-rendered ")
      .replace("</head>", () => `${preloads.join("")}${waitForContentLink}${styles}</head>`);
    return html.replace(
      rootPattern,
      () => `${screen}<script data-files="${files.join(" ")}">${bootScript}</script>`,
    );
  }

  /** Returns the style tags of these sources and all their imports. */
  #renderStyles(keys: (string | undefined)[]): string {
    const files = [...new Set(this.#collectChunks(keys).flatMap(({ css = [] }) => css))];
    return [
      ...files.map((file) => `<style>${this.#styles.get(file)}</style>`),
      // These links tell Vite's chunk loader that the styles are already there.
      ...files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    ].join("");
  }

  /** Returns the named chunks and all their static imports, dependencies first. */
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
