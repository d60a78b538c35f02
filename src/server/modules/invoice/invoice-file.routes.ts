import type { FastifyInstance, FastifyReply } from "fastify";
import { invoicePdfPath } from "#contract/invoice/endpoints.ts";
import { invoiceFilePath } from "#contract/staff/invoice/endpoints.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { StoredFile } from "../../platform/files/FileStorage.ts";
import type { Guard } from "../../platform/http/register-endpoints.ts";
import { registerStaffFile } from "../../platform/http/register-staff-file.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import type { InvoiceFileService } from "./invoice-file.service.ts";

const pdfHeaders = {
  "cache-control": "private, no-store",
  "content-disposition": 'inline; filename="invoice.pdf"',
  // The viewers of browsers put the document into an element of their own.
  "content-security-policy":
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** Registers the PDFs of invoices, for signed links and for staff. */
export function invoiceFileRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database }: Deps,
  files: InvoiceFileService,
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
      await requireRole(database.lookups, staffId, ["agent", "admin"]);
      return await sendPdf(reply, await files.open((request.params as { id: string }).id));
    },
  });
}

async function sendPdf(reply: FastifyReply, { body, bytes }: StoredFile): Promise<FastifyReply> {
  return reply.headers(pdfHeaders).type("application/pdf").header("content-length", bytes).send(body);
}
