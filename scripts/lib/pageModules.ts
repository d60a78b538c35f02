import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const name = "virtual:page-modules";
const table = "src/web/h5/routes.tsx";

/**
 * Which file holds the code of each route, by path. The browser's table of routes does not say it (that would be bytes
 * of the first file): it is read from the source.
 */
export function readPageModules(source: string): Record<string, string> {
  const shared = new Map(
    [...source.matchAll(/const (\w+) = \(\) =>\s+import\("\.\/(pages\/\w+\.tsx)"\)/g)].map(
      ([, variable, file]) => [variable, file],
    ),
  );
  const modules: Record<string, string> = {};
  for (const [, path = "", rest = ""] of source.matchAll(
    /appRoute\(\s*"([^"]+)",([\s\S]*?)\n? {0,2}\),\n/g,
  )) {
    const file =
      /import\("\.\/(pages\/\w+\.tsx)"\)/.exec(rest)?.[1] ?? shared.get(/(\w+)\s*$/.exec(rest)?.[1]);
    if (file === undefined) throw new Error(`${table}: the code of ${path} was not found`);
    modules[path] = `src/web/h5/${file}`;
  }
  return modules;
}

/** Makes `virtual:page-modules` for the server's rendering of pages. */
export const pageModules: Plugin = {
  name: "page-modules",
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: async (id) => {
    if (id !== `\0${name}`) return null;
    const modules = readPageModules(await readFile(table, "utf8"));
    return `export const pageModules = ${JSON.stringify(modules)};`;
  },
};
