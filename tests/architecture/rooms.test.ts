import { builtinModules } from "node:module";
import { expect, test } from "vitest";
import { readSources, type Source } from "./sources.ts";

/** What each room may import of the others; the first prefix that fits a file is its room. */
const rooms: { room: string; mayImport: string[] }[] = [
  { room: "src/contract/", mayImport: [] },
  { room: "src/server/", mayImport: ["src/contract/"] },
  { room: "src/sandbox/", mayImport: [] },
  { room: "src/web/bridge/", mayImport: ["src/contract/", "src/web/shared/"] },
  { room: "src/web/shared/", mayImport: ["src/contract/"] },
  { room: "src/web/h5/", mayImport: ["src/contract/", "src/web/shared/", "src/web/bridge/"] },
  { room: "src/web/admin/", mayImport: ["src/contract/", "src/web/shared/"] },
  {
    room: "src/web/",
    mayImport: ["src/contract/", "src/web/shared/", "src/web/bridge/", "src/web/h5/", "src/web/admin/"],
  },
];

const sources = readSources("src");
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function findRoom(file: string) {
  const found = rooms.find(({ room }) => file.startsWith(room));
  if (found === undefined) throw new Error(`${file} lies in no room`);
  return found;
}

/** Every import of one of our files that goes where it may not. */
function violations(
  of: Source[],
  isForbidden: (from: Source, target: string, isTypeOnly: boolean) => boolean,
): string[] {
  return of.flatMap((source) =>
    source.imports
      .filter(({ target, isTypeOnly }) => target !== null && isForbidden(source, target, isTypeOnly))
      .map(({ target }) => `${source.file} → ${target}`),
  );
}

test("rooms import only what the picture allows", () => {
  const wrong = violations(sources, (from, target) => {
    const { room, mayImport } = findRoom(from.file);
    return ![room, ...mayImport].some((prefix) => target.startsWith(prefix));
  });
  expect(wrong).toEqual([]);
});

test("features of the customer app do not import one another; types may travel", () => {
  const findFeature = (file: string) => /^src\/web\/h5\/features\/([^/]+)\//.exec(file)?.[1];
  const wrong = violations(sources, (from, target, isTypeOnly) => {
    const [mine, theirs] = [findFeature(from.file), findFeature(target)];
    return !isTypeOnly && mine !== undefined && theirs !== undefined && mine !== theirs;
  });
  expect(wrong).toEqual([]);
});

test("features and stores do not import pages", () => {
  const wrong = violations(sources, (from, target) => {
    return /^src\/web\/h5\/(features|stores)\//.test(from.file) && target.startsWith("src/web/h5/pages/");
  });
  expect(wrong).toEqual([]);
});

test("the contract is plain TypeScript and its schemas stay out of the browser", () => {
  const nodeNames = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
  const outside = sources
    .filter(({ file }) => file.startsWith("src/contract/") && !isTest(file))
    .flatMap(({ file, imports }) =>
      imports.filter(({ name }) => nodeNames.has(name)).map(({ name }) => `${file} → ${name}`),
    );
  expect(outside).toEqual([]);
  const schemas = violations(
    sources.filter(({ file }) => file.startsWith("src/web/") || /\/endpoints\.ts$/.test(file)),
    (_from, target, isTypeOnly) =>
      !isTypeOnly && /^src\/contract\/(.*\/)?([\w-]+\.)?(schema|shape|contract)\.ts$/.test(target),
  );
  expect(schemas).toEqual([]);
});

test("on the server, only repositories, jobs of the platform and seeding speak SQL", () => {
  const importsName = sources
    .filter(({ file }) => file.startsWith("src/server/modules/") && !isTest(file))
    .filter(({ imports }) => imports.some(({ name }) => name === "drizzle-orm"))
    .map(({ file }) => file)
    .filter((file) => !file.endsWith(".repository.ts"));
  expect(importsName).toEqual(["src/server/modules/user/invite-binding.ts"]);
});

test("no file imports itself through others", () => {
  const graph = new Map(
    sources.map(({ file, imports }) => [
      file,
      imports
        .filter((item) => !item.isTypeOnly && item.target !== null)
        .map(({ target }) => target as string),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, auditEntries: string[]) => {
    if (auditEntries.includes(file)) {
      cycles.push([...auditEntries.slice(auditEntries.indexOf(file)), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...auditEntries, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});
