import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** The inline script in the documents of `buildPages`. */
export const inlineScript = "document.title;";

const html = (name: string) => `<!doctype html><html lang="zh-CN"><head><title>食单</title>
<meta name="menu-notices" content="早餐到十点" />
<meta name="description" content="${"饭".repeat(500)}">
<script type="module" crossorigin src="/assets/main-${name}.js"></script>
<link rel="modulepreload" crossorigin href="/assets/first-${name}.js">
<link rel="stylesheet" crossorigin href="/assets/first-${name}.css">
</head><body><script>${inlineScript}</script><div id="root"><!--screen--><p>等一下</p><!--/screen--></div></body></html>`;

const manifest = (name: string) => ({
  "index.html": { file: `assets/main-${name}.js`, isEntry: true, imports: ["_first"] },
  _first: { file: `assets/first-${name}.js`, css: [`assets/first-${name}.css`] },
  _parts: { file: `assets/parts-${name}.js`, css: [`assets/parts-${name}.css`] },
  "pages/Home.tsx": { file: `assets/Home-${name}.js`, imports: ["_first"] },
  "pages/Menu.tsx": { file: `assets/Menu-${name}.js`, imports: ["_parts", "_first"] },
  "parts/Popular.tsx": { file: `assets/Popular-${name}.js`, css: [`assets/Popular-${name}.css`] },
});

/**
 * Source of a renderer module like the real build's, with a restaurant's name; `globalThis.screensMade`
 * counts renders, `screenFault` makes them fail.
 */
const screens = (name: string) => `
const pages = {
  "/": { title: "首页", module: "pages/Home.tsx", parts: ["parts/Popular.tsx"] },
  "/menu": { title: "点餐", module: "pages/Menu.tsx", parts: [] },
  "/takeaway-menu": { title: "外卖点餐", module: "pages/Menu.tsx", parts: [] },
};
export const pageAt = (path) => pages[path] ?? null;
export const isMissing = (path) => path.includes("nothing");
export const cacheKeyFor = (url) => {
  const { pathname, searchParams } = new URL(url, "http://x");
  if (pathname === "/") return "/";
  const id = searchParams.get("restaurant_id");
  return pathname === "/menu" && id !== null ? "/menu?restaurant_id=" + id : null;
};
export const customerScreenFor = (url) => (url.startsWith("/takeaway-menu") ? "/takeaway-menu" : null);
export const renderTimeFor = (screen, now) => (screen === "/" ? Math.floor(now / 3_600_000) * 3_600_000 : 0);
export async function renderPage({ screen, at, answer, customerState }) {
  if (customerState !== undefined) {
    const { data } = JSON.parse(await answer("/api/v1/takeaway-menu/start?address_id=" + customerState.split(".")[1]));
    globalThis.screensMade = (globalThis.screensMade ?? 0) + 1;
    return { html: '<div id="root">' + data.address.recipient + " " + data.menu.items[0].name + "</div>", ms: 1 };
  }
  const id = screen.split("restaurant_id=")[1];
  const address = id ? "/api/v1/restaurant/detail?id=" + id : "/api/v1/restaurant/list?pageSize=1";
  const text = await answer(address);
  globalThis.screensMade = (globalThis.screensMade ?? 0) + 1;
  if (globalThis.screenFault === "breaks") throw new Error("broken");
  if (globalThis.screenFault === "hangs") await new Promise(() => {});
  const store = JSON.parse(text).data.data.stores[0];
  return { html: '<div id="root">${name} ' + store.storename + " " + new Date(at).toISOString() + "</div>", ms: globalThis.screenMs ?? 1 };
}`;

/** The folders of a build. */
export interface BuiltPages {
  webFolder: string;
  ssrFolder: string;
  /** Replaces the build with another one. */
  write(name: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a small build of pages and of the same pages for the server, in temporary folders. */
export async function buildPages(): Promise<BuiltPages> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-pages-"));
  const [webFolder, ssrFolder] = [path.join(folder, "web"), path.join(folder, "screens")];
  let builtAt = Date.now() - 60_000;
  const writeAsset = async (file: string, text: string) => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const write = async (name: string) => {
    const entry = { "src/web/entry-server.tsx": { file: `screens-${name}.mjs`, isEntry: true } };
    await writeAsset(path.join(ssrFolder, `screens-${name}.mjs`), screens(name));
    await writeAsset(path.join(ssrFolder, ".vite/manifest.json"), JSON.stringify(entry));
    await writeAsset(path.join(webFolder, ".vite/manifest.json"), JSON.stringify(manifest(name)));
    for (const part of ["first", "parts", "Popular"])
      await writeAsset(path.join(webFolder, `assets/${part}-${name}.css`), `.${part} { color: red }`);
    await writeAsset(path.join(webFolder, "index.html"), html(name));
    builtAt += 1_000;
    await utimes(path.join(webFolder, "index.html"), builtAt / 1000, builtAt / 1000);
  };
  await write("one");
  return { webFolder, ssrFolder, write, remove: () => rm(folder, { recursive: true, force: true }) };
}
