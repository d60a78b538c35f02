import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Chunk, entryOf, type Manifest, readManifest } from "./manifest.ts";

/** What a document shows besides what every one has. */
interface DocumentParts {
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

/** The built index.html, with what the page of an address needs put into it: its styles, and its code asked for at once. */
export class Template {
  /** What the content policy calls the scripts that stand in it. */
  readonly scriptHashes: readonly string[];
  readonly #html: string;
  readonly #manifest: Manifest;
  readonly #styles: ReadonlyMap<string, string>;

  private constructor(html: string, manifest: Manifest, styles: ReadonlyMap<string, string>) {
    this.#html = html;
    this.#manifest = manifest;
    this.#styles = styles;
    this.scriptHashes = [...html.matchAll(scriptPattern)].map(
      ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    );
  }

  /** Reads it from the folder of the built pages. A folder without a manifest gives documents as they lie there. */
  static async read(folder: string): Promise<Template> {
    const html = await readFile(path.join(folder, "index.html"), "utf8");
    const manifest = await readManifest(folder);
    const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
    const styles = [...files].map(async (file) => {
      return [file, (await readFile(path.join(folder, file), "utf8")).trim()] as const;
    });
    return new Template(html, manifest, new Map(await Promise.all(styles)));
  }

  /** One document. */
  document({ title, module, parts = [], screen }: DocumentParts): string {
    const entry = entryOf(this.#manifest);
    const chunks = this.#reach([entry, module]);
    const shown = screen === undefined ? chunks : this.#reach([entry, module, ...parts]);
    const scripts = chunks.map(({ file }) => `/${file}`).filter((file) => !this.#html.includes(`"${file}"`));
    const styles = [...new Set(shown.flatMap(({ css = [] }) => css))];
    const head = [
      ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
      ...styles.map((file) => `<style>${this.#styles.get(file)}</style>`),
      // The loader of chunks sees by these that it need not ask for the same styles once more.
      ...styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    ];
    let html = this.#html.replace(/\s*<link rel="stylesheet"[^>]*>/g, "");
    html = html.replace("</head>", () => `${head.join("")}</head>`);
    if (title !== undefined)
      html = html.replace(/<title>(.*?)<\/title>/, (_, name) => `<title>${title} - ${name}</title>`);
    return screen === undefined ? html : html.replace(rootPattern, () => screen);
  }

  /** The named chunks and all that they import at once, each after what it needs. */
  #reach(keys: (string | undefined)[]): Chunk[] {
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
