import { createHash } from "node:crypto";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { catalogueFilePath, catalogueEndpoints as endpoints } from "#contract/staff/catalogue/endpoints.ts";
import { menuAdminEndpoints } from "#contract/staff/menu-admin/endpoints.ts";
import { demoActor } from "#server/demo/DemoSection.ts";
import { listEntries } from "#server/platform/archives/listEntries.ts";
import { createPicture } from "../support/api/archives.ts";
import type { Client } from "../support/api/Client.ts";
import { blankImage, encodeMultipart, uploadForm } from "../support/api/forms.ts";
import { MenuEditor } from "../support/api/menuForms.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };
let menu: MenuEditor;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  menu = new MenuEditor(app, admin, admin);
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  await app.sql("delete from dish_drafts");
});

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const upload = (bytes: Buffer) =>
  uploadForm(
    app,
    admin.token,
    encodeMultipart([{ filename: "a.jpg", bytes }]),
    undefined,
    menuAdminEndpoints.uploadImage.path,
  );
type Pictures = { code: string; digest: string }[];
const check = async (pictures: Pictures) =>
  (await admin.data(endpoints.checkPictures, { body: { pictures } })).pictures;
const importAll = (pictures: Pictures) => admin.call(endpoints.importPictures, { body: { pictures } });
const fetchArchive = (client: Client) =>
  app.server.inject({
    method: "GET",
    url: `${catalogueFilePath}?table=pictures`,
    headers: { authorization: `Bearer ${client.token}` },
  });

/** Unpacks an archive to the SHA-256 of each file by name. */
async function unpack(bytes: Buffer): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-pictures-"));
  await writeFile(path.join(folder, "a.zip"), bytes);
  const handle = await open(path.join(folder, "a.zip"));
  const digests: Record<string, string> = {};
  for (const { name, unpack: read } of await listEntries(handle))
    digests[name] = digestOf(await read(10_000_000));
  await handle.close();
  await rm(folder, { recursive: true });
  return digests;
}

test("without uploaded pictures there is nothing to export", async () => {
  const response = await fetchArchive(admin);
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({ msg: "还没有上传过菜品图片" });
});

test("pictures become drafts of their dishes by code, and are shown once published; the same again changes nothing", async () => {
  const files = [await createPicture(11), await createPicture(12)];
  const [first, second] = files.map(digestOf) as [string, string];
  const pictures = [
    { code: "10205", digest: first },
    { code: "10201", digest: second },
  ];
  expect(await check([...pictures, { code: "N0", digest: first }])).toEqual([
    { code: "10205", name: "滑蛋虾仁饭", state: "new", is_stored: false },
    { code: "10201", name: "招牌卤肉饭", state: "new", is_stored: false },
    { code: "N0", name: null, state: "no_dish", is_stored: false },
  ]);
  await upload(files[0]!);
  expect(await importAll(pictures)).toMatchObject({
    status: 422,
    msg: "10201 的图片没有上传完，请再试一次",
  });
  expect(await app.sql("select 1 from dish_drafts")).toEqual([]);
  await upload(files[1]!);
  expect((await check(pictures)).map(({ is_stored }) => is_stored)).toEqual([true, true]);
  expect((await importAll(pictures)).data).toEqual({ changed: 2, unchanged: 0 });
  expect(await menu.find("10205")).toMatchObject({ state: "changed", changes: ["image"] });
  expect((await check(pictures)).map(({ state }) => state)).toEqual(["unchanged", "unchanged"]);
  expect((await importAll(pictures)).data).toEqual({ changed: 0, unchanged: 2 });
  await menu.publish({ spu_ids: ["10205", "10201"] });
  const shown = [...(await menu.onMenu("10205")), ...(await menu.onMenu("10201"))];
  expect(shown.length).toBeGreaterThan(2);
  for (const { image } of shown) {
    expect(image).toMatch(/^\/api\/v1\/files\/dishes\/[\w-]+\/512\.webp$/);
    expect((await app.server.inject({ method: "GET", url: image })).statusCode).toBe(200);
  }
  expect((await importAll(pictures)).data).toEqual({ changed: 0, unchanged: 2 });
  expect(
    await app.sql(
      "select actor, target from audit_log where action = 'menu.draft' and actor <> $1 order by target",
      [demoActor],
    ),
  ).toEqual([
    { actor: admin.id, target: "10201" },
    { actor: admin.id, target: "10205" },
  ]);
});

test("what was exported is unchanged when it comes back, and its export is in the audit log", async () => {
  expect((await fetchArchive(await createStaffClient(app, "agent"))).statusCode).toBe(403);
  const response = await fetchArchive(admin);
  expect(response.headers).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="pictures.zip"',
  });
  const digests = await unpack(response.rawPayload);
  expect(Object.keys(digests).sort()).toEqual(["10201.webp", "10205.webp"]);
  const pictures = Object.entries(digests).map(([name, digest]) => ({ code: name.slice(0, -5), digest }));
  expect(await check(pictures)).toMatchObject(pictures.map(() => ({ state: "unchanged", is_stored: false })));
  expect((await importAll(pictures)).data).toEqual({ changed: 0, unchanged: 2 });
  expect(await app.sql("select actor, detail from audit_log where action = 'catalogue.export'")).toEqual([
    { actor: admin.id, detail: { table: "pictures" } },
  ]);
});

describe("an import", () => {
  test("with a dish that does not exist changes nothing", async () => {
    const file = await createPicture(21);
    await upload(file);
    const digest = digestOf(file);
    const pictures = [
      { code: "10205", digest },
      { code: "N0", digest },
    ];
    expect(await importAll(pictures)).toMatchObject({ status: 422, msg: "没有菜品 N0，请重新选择文件" });
    expect(await app.sql("select 1 from dish_drafts")).toEqual([]);
  });

  test.each([
    [[], 400],
    [[{ code: "10205", digest: "x" }], 400],
    [
      [
        { code: "10205", digest: "0".repeat(64) },
        { code: "10205", digest: "1".repeat(64) },
      ],
      400,
    ],
  ])("of %j is refused", async (pictures, status) => {
    expect((await importAll(pictures)).status).toBe(status);
  });

  test("of 500 pictures at once is within a request", async () => {
    const file = await createPicture(31);
    await upload(file);
    const variants = [{ dish_id: null, spec_name: null, price: 100, original_price: null }];
    const codes: string[] = [];
    for (let n = 0; n < 20; n += 1) codes.push((await menu.save({ name: `图${n}`, variants })).spu_id);
    const unknown = Array.from({ length: 480 }, (_, n) => `unknown-dish-${n}`);
    const digest = digestOf(file);
    const states = await check([...codes, ...unknown].map((code) => ({ code, digest })));
    expect(states.filter(({ state }) => state === "new")).toHaveLength(20);
    expect((await importAll(codes.map((code) => ({ code, digest })))).data).toEqual({
      changed: 20,
      unchanged: 0,
    });
  });
});

test("photos as cameras make them are accepted, larger ones refused", async () => {
  const photo = await blankImage(6_000, 4_000, 41).jpeg().toBuffer();
  expect((await upload(photo)).status).toBe(200);
  for (const [width, height] of [
    [12_001, 10],
    [7_200, 7_000],
  ] as const)
    expect((await upload(await blankImage(width, height, 42).jpeg().toBuffer())).status).toBe(413);
});
