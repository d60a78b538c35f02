import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogueFilePath, catalogueEndpoints as endpoints } from "#contract/staff/catalogue/endpoints.ts";
import { readSheets } from "#server/modules/catalogue/catalogue-file.rules.ts";
import { WorkbookReader } from "#server/platform/spreadsheets/WorkbookReader.ts";
import { Client } from "../support/api/Client.ts";
import { encodeMultipart, uploadForm } from "../support/api/forms.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createCustomer } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const workbooks = new WorkbookReader();
let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
});

afterAll(async () => {
  await workbooks.stop();
  await app.close();
});

const fetchFile = (client: Client) =>
  app.server.inject({
    method: "GET",
    url: catalogueFilePath,
    headers: client.token === null ? {} : { authorization: `Bearer ${client.token}` },
  });
const upload = (what: "check" | "import", bytes: Buffer | string) =>
  uploadForm(
    app,
    admin.token,
    encodeMultipart([{ filename: "file.csv", bytes }]),
    undefined,
    endpoints[what].path,
  );

test("the workbook is for admins only, whole, and its export is in the audit log", async () => {
  expect((await fetchFile(new Client(app.server))).statusCode).toBe(401);
  expect((await fetchFile(await createCustomer(app))).statusCode).toBe(401);
  for (const role of ["agent", "store"] as const)
    expect((await fetchFile(await createStaffClient(app, role))).statusCode).toBe(403);
  const response = await fetchFile(admin);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "cache-control": "no-store",
    "content-disposition": 'attachment; filename="catalogue.xlsx"',
  });
  const sheets = await readSheets(response.rawPayload, "a.xlsx", workbooks);
  expect(sheets.map(({ name, rows }) => [name, rows.length > 10])).toEqual([
    ["门店", true],
    ["菜单", true],
  ]);
  expect(await app.sql("select actor from audit_log where action = 'catalogue.export'")).toEqual([
    { actor: admin.id },
  ]);
});

test("the workbook of the staff has who works here, and its export is told apart in the audit log", async () => {
  const response = await app.server.inject({
    method: "GET",
    url: `${catalogueFilePath}?table=staff`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const [sheet, ...more] = await readSheets(response.rawPayload, "a.xlsx", workbooks);
  expect(more).toEqual([]);
  expect(sheet?.name).toBe("员工");
  expect(sheet?.rows).toContainEqual(["13900000002", "周师傅", "门店", "SH001"]);
  expect(
    await app.sql("select detail from audit_log where action = 'catalogue.export' order by id desc limit 1"),
  ).toEqual([{ detail: { table: "staff" } }]);
});

test("the workbook itself is imported without a change; a file that is none is refused with a sentence", async () => {
  const { rawPayload } = await fetchFile(admin);
  for (const what of ["check", "import"] as const)
    expect(await upload(what, rawPayload)).toMatchObject({
      status: 200,
      data: { dishes: { added: 0, changed: 0 }, restaurants: { added: 0, changed: 0 }, problem_count: 0 },
    });
  expect(await upload("check", Buffer.from([0xff, 0xd8, 0xff]))).toMatchObject({ status: 400 });
  expect(await upload("import", "名字\n甲\n")).toMatchObject({ status: 400 });
});

test("of many problems the first are told, and how many there are", async () => {
  const headers = (await readSheets((await fetchFile(admin)).rawPayload, "a", workbooks))[0]?.rows[0] ?? [];
  const rows = Array.from({ length: 150 }, (_, n) =>
    headers.map((_header, index) => (index === 0 ? `X${n}` : "?")),
  );
  const csv = [headers, ...rows].map((row) => row.join(",")).join("\n");
  const { data } = await upload("import", csv);
  const report = data as unknown as { problems: object[]; problem_count: number };
  expect(report.problems).toHaveLength(200);
  expect(report.problem_count).toBeGreaterThan(200);
  expect(await app.sql("select 1 from restaurants where id like 'X%'")).toEqual([]);
});
