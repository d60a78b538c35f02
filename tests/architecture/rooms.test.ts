import { builtinModules } from "node:module";
import { expect, test } from "vitest";
import { readSources, type Source } from "./sources.ts";

/** Permitted imports between rooms; a file belongs to the first room whose prefix matches. */
const rooms: { room: string; mayImport: string[] }[] = [
  { room: "src/contract/", mayImport: [] },
  { room: "src/server/", mayImport: ["src/contract/"] },
  { room: "src/sandbox/", mayImport: [] },
  { room: "src/web/lib/", mayImport: ["src/contract/", "src/web/ui/"] },
  { room: "src/web/ui/", mayImport: ["src/contract/", "src/web/lib/"] },
  { room: "src/web/bridge/", mayImport: ["src/contract/", "src/web/lib/"] },
  { room: "src/web/h5/", mayImport: ["src/contract/", "src/web/lib/", "src/web/ui/", "src/web/bridge/"] },
  { room: "src/web/admin/", mayImport: ["src/contract/", "src/web/lib/", "src/web/ui/"] },
  { room: "src/web/", mayImport: ["src/contract/"] },
];

const sources = readSources("src");
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function findRoom(file: string) {
  const found = rooms.find(({ room }) => file.startsWith(room));
  if (found === undefined) throw new Error(`${file} lies in no room`);
  return found;
}

/** Lists the imports of our own files that are not permitted. */
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

test("rooms import only what the table permits", () => {
  const wrong = violations(sources, (from, target) => {
    const { room, mayImport } = findRoom(from.file);
    return ![room, ...mayImport].some((prefix) => target.startsWith(prefix));
  });
  expect(wrong).toEqual([]);
});

/** Order of the customer app's features and of the server's modules: each may import, even types, only from those before it. */
const orders = [
  {
    folder: "src/web/h5/features",
    order:
      "location address invite legal auth restaurant cart menu booking wallet payment profile invoice order chat home checkout voucher takeaway in-store share debug",
  },
  {
    folder: "src/server/modules",
    order:
      "audit backup points sms staff legal checklist voucher admin place restaurant user file chain-settings menu catalogue address withdrawal order card invite chat payment wechat refund figures invoice list-files account events",
  },
];

test.each(orders)("what lies in $folder is imported in the declared order", ({ folder, order }) => {
  const names = order.split(" ");
  const parse = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/") : [];
  const backward = new Set<string>();
  for (const { file, imports } of sources.filter((source) => !isTest(source.file)))
    for (const { target } of imports) {
      const [from, ...fromRest] = parse(file);
      const [to, ...toRest] = parse(target ?? "");
      if (!from || !to || from === to || fromRest.length === 0 || toRest.length === 0) continue;
      expect(names).toContain(from);
      expect(names).toContain(to);
      if (names.indexOf(to) > names.indexOf(from)) backward.add(`${from} → ${to}`);
    }
  expect([...backward].sort()).toEqual([]);
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

test("on the server, only repositories, platform jobs and seeding contain SQL", () => {
  const importsName = sources
    .filter(({ file }) => file.startsWith("src/server/modules/") && !isTest(file))
    .filter(({ imports }) => imports.some(({ name }) => name === "drizzle-orm"))
    .map(({ file }) => file)
    .filter((file) => !file.endsWith(".repository.ts"));
  expect(importsName).toEqual([]);
});

test("OpenTelemetry is loaded by one module, and that one by a dynamic import", () => {
  const tracer = "src/server/platform/tracing/OtlpTracer.ts";
  const code = sources.filter(({ file }) => file.startsWith("src/server/") && !isTest(file));
  const loading = code.filter(({ imports }) =>
    imports.some(({ name, isTypeOnly }) => name.startsWith("@opentelemetry/") && !isTypeOnly),
  );
  expect(loading.map(({ file }) => file)).toEqual([tracer]);
  const users = code.filter(({ imports }) =>
    imports.some(({ target, isTypeOnly }) => target === tracer && !isTypeOnly),
  );
  expect(users.map(({ text }) => /await import\("\S+OtlpTracer\.ts"\)/.test(text))).toEqual([true]);
  expect(users.flatMap(({ text }) => text.match(/^import (?!type ).*OtlpTracer\.ts"/gm) ?? [])).toEqual([]);
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

/** Lists the files that a folder's files reach through imports, types left out. */
function listReachable(folder: string): Source[] {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const reached = new Set<Source>();
  const visit = (source: Source | undefined) => {
    if (source === undefined || reached.has(source)) return;
    reached.add(source);
    for (const { target, isTypeOnly } of source.imports)
      if (target !== null && !isTypeOnly) visit(byFile.get(target));
  };
  for (const source of sources) if (source.file.startsWith(folder)) visit(source);
  return [...reached];
}

test.each([
  ["src/web/h5/", /^(antd|@ant-design)(\/|$)/],
  ["src/web/ui/", /^(antd|@ant-design)(\/|$)/],
  ["src/web/lib/", /^(antd|@ant-design)(\/|$)/],
  ["src/web/admin/", /^react-vant(\/|$)/],
])("nothing that %s reaches imports the components of the other app", (folder, forbidden) => {
  const reached = listReachable(folder);
  expect(reached.length).toBeGreaterThan(10);
  const wrong = reached.flatMap(({ file, imports }) =>
    imports.filter(({ name }) => forbidden.test(name)).map(({ name }) => `${file} → ${name}`),
  );
  expect(wrong).toEqual([]);
});
