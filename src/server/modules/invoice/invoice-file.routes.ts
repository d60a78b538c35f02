import type { FastifyInstance, FastifyReply } from "fastify";
import { invoicePdfPath } from "#contract/invoice/endpoints.ts";
import { invoiceFilePath, invoiceListPath } from "#contract/staff/invoice/endpoints.ts";
import { invoiceStates } from "#contract/staff/invoice/limits.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { StoredFile } from "../../platform/files/FileStorage.ts";
import { invalid } from "../../platform/http/AppError.ts";
import type { Guard } from "../../platform/http/register-endpoints.ts";
import { registerStaffFile } from "../../platform/http/register-staff-file.ts";
import { sendTableFile, tableFormats } from "../../platform/tables/table-file.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import type { InvoiceExportService } from "./invoice-export.service.ts";
import type { InvoiceFileService } from "./invoice-file.service.ts";
import type { InvoiceQuery } from "./invoice-filter.rules.ts";

const pdfHeaders = {
  "cache-control": "private, no-store",
  "content-disposition": 'inline; filename="invoice.pdf"',
  // The viewers of browsers put the document into an element of their own.
  "content-security-policy":
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

interface InvoiceFiles {
  files: InvoiceFileService;
  exports: InvoiceExportService;
}

/** Registers the PDFs of invoices, for signed links and for staff, and the list as a file; each list is in the audit log. */
export function invoiceFileRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database, clock }: Deps,
  { files, exports }: InvoiceFiles,
): void {
  app.route<{ Params: { id: string }; Querystring: { expires?: string; signature?: string } }>({
    method: "GET",
    url: `${invoicePdfPath}/:id`,
    exposeHeadRoute: false,
    schema: { summary: "An invoice's PDF", description: "The bytes, for a signed link of its customer." },
    handler: async ({ params, query }, reply) =>
      await sendPdf(reply, await app.withLoadShedding(() => files.openSigned(params.id, query))),
  });
  registerStaffFile(app, guard, {
    url: `${invoiceFilePath}/:id`,
    summary: "An invoice's PDF for staff",
    description: "The bytes, for the token of an agent or an admin.",
    send: async (staffId, request, reply) => {
      await requireRole(database.queries, staffId, ["agent", "admin"]);
      return await sendPdf(reply, await files.open((request.params as { id: string }).id));
    },
  });
  registerStaffFile(app, guard, {
    url: invoiceListPath,
    summary: "The list of invoices as a CSV file or an Excel workbook",
    description: "The bytes, for the token of an admin; `format` and the filters of the list.",
    send: async (actor, request, reply) => {
      await requireRole(database.queries, actor, ["admin"]);
      const { format, query } = parseQuery(request.query as Record<string, unknown>);
      const content = await exports.write(format, query);
      const entry = {
        actor,
        action: "invoice.export",
        target: "invoices",
        detail: toAuditDetail(format, query),
      };
      await insertAudit(database.queries, { ...entry, createdAt: clock.now() });
      return sendTableFile(reply, { name: "invoices", format, content });
    },
  });
}

async function sendPdf(reply: FastifyReply, { body, bytes }: StoredFile): Promise<FastifyReply> {
  return reply.headers(pdfHeaders).type("application/pdf").header("content-length", bytes).send(body);
}

function toAuditDetail(format: string, { from, until, restaurant_id, ...rest }: InvoiceQuery) {
  const isDated = from !== undefined || until !== undefined;
  return {
    format,
    ...rest,
    ...(isDated && { date: `${from ?? ""}–${until ?? ""}` }),
    ...(restaurant_id !== undefined && { restaurant: restaurant_id }),
  };
}

/** Throws "validation" for a format or a state that does not exist. */
function parseQuery(query: Record<string, unknown>) {
  const read = (name: string) => {
    const value = query[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 64) : undefined;
  };
  const format = tableFormats.find((name) => name === (query.format ?? "csv"));
  if (format === undefined) throw invalid("没有这种文件格式", "format");
  const stateName = read("state");
  const state = invoiceStates.find((name) => name === stateName);
  if (stateName !== undefined && state === undefined) throw invalid("没有这种发票状态", "state");
  const filter = {
    state,
    from: read("from"),
    until: read("until"),
    restaurant_id: read("restaurant_id"),
    keyword: read("keyword"),
  };
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return { format, query: Object.fromEntries(given) as InvoiceQuery };
}
