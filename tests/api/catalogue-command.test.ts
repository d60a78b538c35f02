import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogueCommand } from "#server/cli/catalogue.ts";
import { demoActor } from "#server/demo/DemoSection.ts";
import { createPicture, packArchive } from "../support/api/archives.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), "shidan-catalogue-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** Runs a command line as the operator wang; returns the printed lines, also those before a failure. */
async function run(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const context = { database: app.database, clock: app.clock, user: "wang", print };
  await catalogueCommand(args, context, app.config).catch((error: Error) =>
    print(`${error.name}: ${error.message}`),
  );
  return printed;
}

const at = (name: string) => path.join(folder, name);

test("what is exported is checked and imported; a change is published under the operator's name", async () => {
  const [written] = await run("export", at("all.xlsx"));
  expect(written).toMatch(/all\.xlsx: \d+ rows of 门店, 127 rows of 菜单\.$/);
  expect(await run("check", at("all.xlsx"))).toEqual([
    expect.stringMatching(/^Restaurants: 0 new, 0 changed, \d+ unchanged\.$/),
    "Dishes: 0 new, 0 changed, 98 unchanged.",
    "Dishes of single restaurants: 0 new, 0 changed, 0 unchanged.",
    "Staff: 0 new, 0 changed, 0 unchanged.",
  ]);
  const [staff] = await run("export", at("staff.csv"), "--sheet", "staff");
  expect(staff).toMatch(/staff\.csv: \d+ rows of 员工\.$/);
  expect((await run("check", at("staff.csv"))).at(-1)).toMatch(/^Staff: 0 new, 0 changed, \d+ unchanged\.$/);
  expect(await run("export", at("menu.csv"), "--sheet", "menu")).toHaveLength(1);
  const text = await readFile(at("menu.csv"), "utf8");
  await writeFile(at("menu.csv"), text.replace("滑蛋虾仁饭,", "滑蛋虾仁盖饭,"));
  expect((await run("check", at("menu.csv"))).at(-1)).toMatch(
    /^menu\.csv row \d+ 10205 滑蛋虾仁盖饭: 菜品名称: 滑蛋虾仁饭 → 滑蛋虾仁盖饭$/,
  );
  expect(await run("import", at("menu.csv"), "--publish", "--by", "chen")).toEqual([
    "Restaurants: 0 new, 0 changed, 0 unchanged.",
    "Dishes: 0 new, 1 changed, 97 unchanged, as drafts.",
    "Dishes of single restaurants: 0 new, 0 changed, 0 unchanged.",
    "Staff: 0 new, 0 changed, 0 unchanged.",
    "1 dishes are published.",
  ]);
  expect(await app.sql("select name from dishes where id = '10205'")).toEqual([{ name: "滑蛋虾仁盖饭" }]);
  expect(
    await app.sql("select distinct actor from audit_log where action like 'menu.%' and actor <> $1", [
      demoActor,
    ]),
  ).toEqual([{ actor: "operator:chen" }]);
  expect((await run("import", at("menu.csv"), "--publish")).at(-1)).toBe("There is nothing to publish.");
});

test("problems are printed with their rows, and nothing is imported", async () => {
  await writeFile(at("wrong.csv"), "门店编号,门店名称\nSH001,甲\n");
  const printed = await run("import", at("wrong.csv"));
  expect(printed[0]).toBe("wrong.csv row 1 电话: 缺少这一列");
  expect(printed.at(-1)).toMatch(/^Error: \d+ problems; nothing was imported\.$/);
});

test("pictures are imported by code and published, unchanged when they come back, and told one by one when they are wrong", async () => {
  expect((await run("export", at("pictures.zip"))).at(-1)).toBe("Error: No dish has an uploaded picture.");
  const files = { "x/10205.jpg": await createPicture(1), "10401.jpg": await createPicture(2) };
  await writeFile(at("new.zip"), await packArchive(files));
  expect(await run("check", at("new.zip"))).toEqual([
    expect.stringMatching(/^10205 .+: new picture$/),
    expect.stringMatching(/^10401 .+: new picture$/),
    "Pictures: 2 new, 0 unchanged.",
  ]);
  expect(await app.sql("select 1 from files where kind = 'dish'")).toEqual([]);
  expect(await run("import", at("new.zip"), "--publish", "--by", "chen")).toEqual([
    "Pictures: 2 new, as drafts, 0 unchanged.",
    "2 dishes are published.",
  ]);
  expect(
    await app.sql(
      "select distinct actor from audit_log where action = 'menu.publish' and target = '10401' and actor <> $1",
      [demoActor],
    ),
  ).toEqual([{ actor: "operator:chen" }]);
  expect(await run("import", at("new.zip"))).toEqual(["Pictures: 0 new, as drafts, 2 unchanged."]);
  expect(await run("export", at("pictures.zip"))).toEqual([`${at("pictures.zip")}: 2 pictures.`]);
  expect(await run("check", at("pictures.zip"))).toEqual(["Pictures: 0 new, 2 unchanged."]);

  await writeFile(
    at("wrong.zip"),
    await packArchive({ ...files, "nobody.jpg": files["10401.jpg"], "a.txt": files["10401.jpg"] }),
  );
  expect(await run("import", at("wrong.zip"))).toEqual([
    "a.txt: 不是 .jpg、.png 或 .webp 文件",
    "nobody: 没有这个编号的菜品",
    "Error: 2 problems; nothing was imported.",
  ]);
  await writeFile(at("none.zip"), "no archive");
  expect((await run("check", at("none.zip"))).at(-1)).toMatch(/^Error: .*none\.zip is no ZIP archive/);
  await writeFile(at("empty.zip"), await packArchive({}));
  expect((await run("check", at("empty.zip"))).at(-1)).toMatch(/^Error: .*empty\.zip holds no pictures\.$/);
});

test.each([
  [[], /^Error: Usage:/],
  [["burn", "a.zip"], /^Error: Usage:/],
  [["check", "/nowhere/a.zip"], /^Error: \/nowhere\/a\.zip cannot be read: /],
  [["burn", "a.csv"], /^Error: Usage:/],
  [["check", "/nowhere/a.csv"], /^Error: \/nowhere\/a\.csv cannot be read: /],
  [["export", "/tmp/a.csv"], /^Error: A CSV file has one table/],
  [["export", "/tmp/a.pdf"], /^Error: The file's name must end with/],
  [["export", "a.xlsx", "--sheet", "cars"], /^Error: There is no table cars/],
  [["export", "a.xlsx", "--loud"], /^Error: .*--loud/],
])("%j is refused with a sentence", async (args, message) => {
  expect((await run(...args)).at(-1)).toMatch(message);
});
