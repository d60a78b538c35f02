import type { FastifyInstance } from "fastify";
import { catalogueEndpoints, catalogueFilePath } from "#contract/staff/catalogue/endpoints.ts";
import { sheetRowsMax } from "#contract/staff/catalogue/limits.ts";
import { catalogueSchemas } from "#contract/staff/catalogue/schema.ts";
import { writeArchive } from "../../platform/archives/writeArchive.ts";
import type { Deps } from "../../platform/Deps.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { registerStaffFile } from "../../platform/http/register-staff-file.ts";
import type { Sheet, WorkbookReader } from "../../platform/spreadsheets/WorkbookReader.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { CatalogueReport, CatalogueService } from "./catalogue.service.ts";
import { readSheets, writeWorkbook } from "./catalogue-file.rules.ts";
import type { PictureExportService } from "./picture-export.service.ts";
import type { PictureImportService } from "./picture-import.service.ts";
import { uploadLimits } from "./sheet-limits.rules.ts";

/** Problems of a report that are sent; a file with more is wrong as a whole. */
const maxProblems = 200;
/** What the problems of a CSV file, which has no sheets, are reported under. */
const uploadName = "文件";

const workbookHeaders = {
  "cache-control": "no-store",
  "content-disposition": 'attachment; filename="catalogue.xlsx"',
};
const archiveHeaders = {
  "cache-control": "no-store",
  "content-disposition": 'attachment; filename="pictures.zip"',
};
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface CatalogueServices {
  catalogue: CatalogueService;
  workbooks: WorkbookReader;
  pictures: PictureImportService;
  pictureExport: PictureExportService;
}

/** Registers the endpoints that check and import a file, and the file of the whole catalogue. */
export function catalogueRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database, clock }: Deps,
  { catalogue, workbooks, pictures, pictureExport }: CatalogueServices,
): void {
  const asAdmin = createAdminRunner(database.lookups);
  const { check, import: importFile, ...endpoints } = catalogueEndpoints;
  registerEndpoints(app, { endpoints, schemas: catalogueSchemas }, guard, {
    checkPictures: ({ staffId, body }) =>
      asAdmin(staffId, async () => ({ pictures: await pictures.check(body.pictures) })),
    importPictures: ({ staffId, body }) =>
      asAdmin(staffId, async () => {
        const { changed, unchanged } = await pictures.import(staffId, body.pictures);
        return { changed, unchanged };
      }),
  });
  // Own scope: only uploads parse multipart forms.
  app.register(async (scope) => {
    await registerMultipart(scope);
    const run = (what: "check" | "import") => (request: { staffId: string; file: () => Promise<Buffer> }) =>
      asAdmin(request.staffId, async () => {
        const sheets = await readSheets(await request.file(), uploadName, workbooks, uploadLimits);
        return presentReport(requireRows(await catalogue[what](request.staffId, sheets)));
      });
    registerEndpoints(scope, { endpoints: { check, import: importFile }, schemas: catalogueSchemas }, guard, {
      check: run("check"),
      import: run("import"),
    });
  });
  registerStaffFile(app, guard, {
    url: catalogueFilePath,
    summary:
      "All restaurants and dishes, or the `table` offers or staff, as an Excel workbook; the `table` pictures as a ZIP",
    description: "The bytes, for the token of an admin.",
    send: async (actor, request, reply) => {
      const { table } = request.query as { table?: string };
      const detail = table === undefined ? {} : { table };
      const entry = { actor, action: "catalogue.export", target: "catalogue", detail };
      const audited = <T>(work: () => Promise<T>) =>
        asAdmin(actor, async () => {
          const exported = await work();
          await insertAudit(database.queries, { ...entry, createdAt: clock.now() });
          return exported;
        });
      if (table === "pictures") {
        const list = await audited(async () => requirePictures(await pictureExport.list()));
        return reply
          .headers(archiveHeaders)
          .type("application/zip")
          .send(writeArchive(pictureExport.open(list)));
      }
      const bytes = await audited(async () => await writeWorkbook(await exportTable(catalogue, table)));
      return reply.headers(workbookHeaders).type(workbookType).send(bytes);
    },
  });
}

/** Throws "rule_broken" if there are no pictures. */
function requirePictures<Picture>(list: Picture[]): Picture[] {
  if (list.length === 0) throw ruleBroken("还没有上传过菜品图片", "table");
  return list;
}

/** Throws "validation" for a table that does not exist. */
async function exportTable(catalogue: CatalogueService, table: string | undefined): Promise<Sheet[]> {
  if (table === undefined) return await catalogue.export();
  if (table === "offers") return [await catalogue.exportOffers(sheetRowsMax.offers)];
  if (table === "staff") return [await catalogue.exportStaff()];
  throw invalid("没有这张表", "table");
}

/** Throws "validation" for tables without a row. */
function requireRows(report: CatalogueReport): CatalogueReport {
  const { restaurants, dishes, offers, staff, problems } = report;
  const rows = [restaurants, dishes, offers, staff].flatMap((counts) => Object.values(counts));
  if (problems.length === 0 && rows.every((count) => count === 0))
    throw invalid("文件里只有表头，没有要导入的行", "file");
  return report;
}

function presentReport(report: CatalogueReport) {
  const { restaurants, dishes, offers, staff, newCategories, changes, problems } = report;
  return {
    restaurants,
    dishes,
    offers,
    staff,
    new_categories: newCategories,
    changes: changes.map(({ isNew, ...row }) => ({ ...row, is_new: isNew })),
    problems: problems.slice(0, maxProblems),
    problem_count: problems.length,
  };
}
