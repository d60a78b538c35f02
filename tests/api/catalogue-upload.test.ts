import { afterAll, beforeAll, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { catalogueFilePath, catalogueEndpoints as endpoints } from "#contract/staff/catalogue/endpoints.ts";
import { sheetRowsMax } from "#contract/staff/catalogue/limits.ts";
import { CatalogueService } from "#server/modules/catalogue/catalogue.service.ts";
import { readSheets, writeCsv, writeWorkbook } from "#server/modules/catalogue/catalogue-file.rules.ts";
import { uploadLimits } from "#server/modules/catalogue/sheet-limits.rules.ts";
import { type Sheet, WorkbookReader } from "#server/platform/spreadsheets/WorkbookReader.ts";
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

test("of many changes the first are listed, and all are counted", async () => {
  const [, menu] = await new CatalogueService(app).export();
  const [headers = [], ...rows] = menu?.rows ?? [];
  const codes = ["菜品编号", "规格编号"].map((header) => headers.indexOf(header));
  const dishes = Array.from({ length: 201 }, (_, n) =>
    (rows[0] ?? []).map((cell, index) => (codes.includes(index) ? `M${n}` : cell)),
  );
  const { data } = await upload("check", writeCsv({ name: "菜单", rows: [headers, ...dishes] }));
  const { changes, ...report } = data as unknown as { changes: object[] };
  expect(report).toMatchObject({ dishes: { added: 201 }, problem_count: 0 });
  expect(changes).toHaveLength(200);
  expect(changes[0]).toEqual({
    sheet: "文件",
    row: 2,
    code: "M0",
    name: rows[0]?.[headers.indexOf("菜品名称")],
    is_new: true,
    cells: [],
  });
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

test.each([
  ["a CSV file", async (sheet: Sheet) => writeCsv(sheet)],
  ["a workbook", async (sheet: Sheet) => await writeWorkbook([sheet])],
])("%s with more rows than a table may have is refused with the limit", async (_kind, write) => {
  const tables = [
    { name: "菜单", headers: ["菜品编号", "规格编号"], maxRows: sheetRowsMax.menu },
    { name: "门店菜品", headers: ["门店编号", "规格编号"], maxRows: sheetRowsMax.offers },
    { name: "门店", headers: ["门店编号", "门店名称"], maxRows: sheetRowsMax.restaurants },
    { name: "员工", headers: ["手机号", "角色"], maxRows: sheetRowsMax.staff },
  ];
  for (const { name, headers, maxRows } of tables) {
    const rows = [headers, ...Array.from({ length: maxRows + 1 }, (_, n) => [`${n}`, "1"])];
    for (const what of ["check", "import"] as const)
      expect(await upload(what, await write({ name, rows }))).toMatchObject({
        status: 400,
        error: "validation",
        msg: `${name}一次最多 ${maxRows} 行，请把文件分成几份，一份一份导入`,
      });
    const atLimit = await write({ name, rows: rows.slice(0, -1) });
    const [read] = await readSheets(atLimit, "a", workbooks, uploadLimits);
    expect(read?.rows).toHaveLength(maxRows + 1);
  }
});

test("a file with a hundred thousand mistakes is answered with their number", async () => {
  const [, menu] = await new CatalogueService(app).export();
  const [headers = []] = menu?.rows ?? [];
  const rows = Array.from({ length: sheetRowsMax.menu }, () => headers.map(() => "?"));
  const { status, data } = await upload("check", writeCsv({ name: "菜单", rows: [headers, ...rows] }));
  expect(status).toBe(200);
  expect((data as unknown as { problem_count: number }).problem_count).toBeGreaterThan(100_000);
});

test("numbers of a workbook are what Excel shows", async () => {
  const cells = [19 * 1.1, 0.1 + 0.2, 28, 123_456_789_012_345].map((value) => ({ value, type: Number }));
  const bytes = await writeXlsxFile([{ sheet: "菜单", data: [cells] }]).toBuffer();
  const [sheet] = await workbooks.read(bytes);
  expect(sheet?.rows).toEqual([["20.9", "0.3", "28", "123456789012345"]]);
});

const oldWorkbook = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
test.each<[string, Buffer | string, number, string]>([
  ["is empty", "", 400, "文件是空的，请重新选择"],
  ["has headers alone", "手机号,姓名,角色,门店编号\n", 400, "文件里只有表头，没有要导入的行"],
  ["is an .xls", oldWorkbook, 400, "旧的 .xls 文件和加密的文件无法读取，请另存为 .xlsx 再选择"],
  [
    "has a quotation mark in a text",
    '手机号,角色\n139,"a"b\n',
    400,
    "文件无法识别：第 2 行的引号不成对，请改好，或另存为 .xlsx 再选择",
  ],
  [
    "has a quotation without an end",
    '手机号,角色\n139,"客服\n',
    400,
    "文件无法识别：引号不成对，请改好，或另存为 .xlsx 再选择",
  ],
  ["has more than 5 MB", Buffer.alloc(5 * 1024 * 1024 + 1, "a"), 413, "文件不能超过 5 MB"],
])("a file that %s is refused with a sentence that says so", async (_what, bytes, status, msg) => {
  for (const what of ["check", "import"] as const)
    expect(await upload(what, bytes)).toMatchObject({ status, msg });
});
