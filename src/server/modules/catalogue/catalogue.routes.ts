import type { FastifyInstance, FastifyRequest } from "fastify";
import { catalogueEndpoints, catalogueFilePath } from "#contract/staff/catalogue/endpoints.ts";
import { catalogueSchemas } from "#contract/staff/catalogue/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { invalid } from "../../platform/http/AppError.ts";
import { type Guard, getAuthorization, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { Sheet, WorkbookReader } from "../../platform/spreadsheets/WorkbookReader.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { CatalogueReport, CatalogueService } from "./catalogue.service.ts";
import { readSheets, writeWorkbook } from "./catalogue-file.rules.ts";

/** Problems of a report that are sent; a file with more is wrong as a whole. */
const maxProblems = 200;
/** What the problems of a CSV file, which has no sheets, are reported under. */
const uploadName = "文件";

const workbookHeaders = {
  "cache-control": "no-store",
  "content-disposition": 'attachment; filename="catalogue.xlsx"',
};
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Registers the endpoints that check and import a file, and the file of the whole catalogue. */
export function catalogueRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database, clock }: Deps,
  { catalogue, workbooks }: { catalogue: CatalogueService; workbooks: WorkbookReader },
): void {
  const asAdmin = createAdminRunner(database.queries);
  // Own scope: only uploads parse multipart forms.
  app.register(async (scope) => {
    await registerMultipart(scope);
    const run = (what: "check" | "import") => (request: { staffId: string; file: () => Promise<Buffer> }) =>
      asAdmin(request.staffId, async () => {
        const sheets = await readSheets(await request.file(), uploadName, workbooks);
        return presentReport(await catalogue[what](request.staffId, sheets));
      });
    registerEndpoints(scope, { endpoints: catalogueEndpoints, schemas: catalogueSchemas }, guard, {
      check: run("check"),
      import: run("import"),
    });
  });
  const staffIds = new WeakMap<FastifyRequest, string>();
  app.route({
    method: "GET",
    url: catalogueFilePath,
    exposeHeadRoute: false,
    schema: {
      summary: "All restaurants and dishes, or the `table` offers or staff, as an Excel workbook",
      description: "The bytes, for the token of an admin.",
      security: [{ bearer: [] }],
    },
    preParsing: async (request, _reply, payload) => {
      const { subjectId } = await app.withLoadShedding(() => guard(getAuthorization(request), "staff"));
      staffIds.set(request, subjectId);
      return payload;
    },
    handler: async (request, reply) => {
      const actor = staffIds.get(request) as string;
      const bytes = await asAdmin(actor, async () => {
        const { table } = request.query as { table?: string };
        const workbook = await writeWorkbook(await exportTable(catalogue, table));
        const detail = table === undefined ? {} : { table };
        const entry = { actor, action: "catalogue.export", target: "catalogue", detail };
        await insertAudit(database.queries, { ...entry, createdAt: clock.now() });
        return workbook;
      });
      return reply.headers(workbookHeaders).type(workbookType).send(bytes);
    },
  });
}

/** Rows of a table that a page exports at once; more are for the command. */
const maxExportedRows = 50_000;

/** Throws "validation" for a table that does not exist. */
async function exportTable(catalogue: CatalogueService, table: string | undefined): Promise<Sheet[]> {
  if (table === undefined) return await catalogue.export();
  if (table === "offers") return [await catalogue.exportOffers(maxExportedRows)];
  if (table === "staff") return [await catalogue.exportStaff()];
  throw invalid("没有这张表", "table");
}

function presentReport({ restaurants, dishes, offers, staff, newCategories, problems }: CatalogueReport) {
  return {
    restaurants,
    dishes,
    offers,
    staff,
    new_categories: newCategories,
    problems: problems.slice(0, maxProblems),
    problem_count: problems.length,
  };
}
