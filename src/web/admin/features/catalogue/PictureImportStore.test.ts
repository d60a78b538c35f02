import { expect, test } from "vitest";
import { type PackedEntry, TooManyEntriesError } from "#contract/staff/catalogue/picture-file.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { PictureImportStore } from "./PictureImportStore.ts";
import { pictureMessages as messages } from "./pictureMessages.ts";

/** Header of a PNG of one pixel; `mark` makes it another file. */
function png(mark: number): Uint8Array {
  const bytes = new Uint8Array(25);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.set([0, 0, 0, 1, 0, 0, 0, 1, mark], 16);
  return bytes;
}

function entry(name: string, bytes: Uint8Array): PackedEntry {
  const unpack = () => Promise.resolve(bytes);
  return { name, isDirectory: false, isEncrypted: false, bytes: bytes.length, unpack };
}

interface State {
  state: "new" | "unchanged" | "no_dish";
  is_stored: boolean;
}

/** Creates a store whose archive has these entries, and whose server knows these dishes. */
function make(entries: PackedEntry[] | Error, states: Record<string, State> = {}) {
  const imports: unknown[] = [];
  const api = {
    call: (endpoint: { path: string }, { body }: { body?: unknown } = {}) => {
      const { pictures } = body as { pictures: { code: string; digest: string }[] };
      if (endpoint.path.endsWith("/import")) {
        imports.push(pictures);
        return Promise.resolve({ changed: 1, unchanged: 1 }) as Promise<never>;
      }
      const none: State = { state: "no_dish", is_stored: false };
      const known = pictures.map(({ code }) => ({ code, name: `菜${code}`, ...(states[code] ?? none) }));
      return Promise.resolve({ pictures: known }) as Promise<never>;
    },
    withToken: () => Promise.reject(new Error("nothing is uploaded")),
  };
  const list = () => (entries instanceof Error ? Promise.reject(entries) : Promise.resolve(entries));
  return { store: new PictureImportStore(api, list), imports };
}

const file = new File([], "a.zip");

test("all that is wrong with an archive is told at once, and it cannot be imported", async () => {
  const entries = [
    entry("1.png", png(1)),
    entry("2.png", png(2)),
    entry("3.png", new Uint8Array(30)),
    entry("4.txt", png(4)),
  ];
  const { store } = make(entries, { "1": { state: "new", is_stored: false } });
  await store.checkFile(file);
  expect(store.check.value?.problems.map((problem) => problem.file).sort()).toEqual([
    "2.png",
    "3.png",
    "4.txt",
  ]);
  expect(store.canImport).toBe(false);
  expect(store.progress).toBeNull();
});

test("pictures that are stored already are given to their dishes without another upload, once", async () => {
  const { store, imports } = make([entry("x/1.png", png(1)), entry("2.png", png(2))], {
    "1": { state: "new", is_stored: true },
    "2": { state: "unchanged", is_stored: false },
  });
  await store.checkFile(file);
  expect(store.check.value?.pictures).toMatchObject([
    { file: "x/1.png", code: "1", dishName: "菜1", isNew: true },
    { code: "2", isNew: false },
  ]);
  expect(store.canImport).toBe(true);
  await store.import();
  expect(imports).toEqual([
    [
      { code: "1", digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { code: "2", digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ],
  ]);
  expect(store.done.value).toEqual({ changed: 1, unchanged: 1 });
  expect(store.canImport).toBe(false);
});

test("an upload that ends early leaves the archive to be imported again", async () => {
  const { store, imports } = make([entry("1.png", png(1))], { "1": { state: "new", is_stored: false } });
  await store.checkFile(file);
  await expect(store.import()).rejects.toThrow("nothing is uploaded");
  expect(imports).toEqual([]);
  expect([store.canImport, store.progress]).toEqual([true, null]);
});

test.each([
  [new Error("no archive"), messages.unreadable],
  [new TooManyEntriesError(), messages.tooMany],
])("a file that cannot be read is told: %s", async (error, message) => {
  const { store } = make(error);
  await expect(store.checkFile(file)).rejects.toEqual(new ApiError("validation", message));
});

test("an archive without pictures says so", async () => {
  const { store } = make([]);
  await store.checkFile(file);
  expect(store.check.value?.problems).toEqual([{ file: "", problem: messages.empty }]);
});
