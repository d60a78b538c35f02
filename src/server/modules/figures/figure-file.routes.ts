import type { FastifyInstance } from "fastify";
import { figuresFilePath } from "#contract/staff/figures/endpoints.ts";
import {
  type FigureFormat,
  type FigureTable,
  figureFormats,
  figureTables,
} from "#contract/staff/figures/limits.ts";
import type { Deps } from "../../platform/Deps.ts";
import { invalid } from "../../platform/http/AppError.ts";
import type { Guard } from "../../platform/http/register-endpoints.ts";
import { registerStaffFile } from "../../platform/http/register-staff-file.ts";
import { openTableFile, sendTableFile } from "../../platform/tables/table-file.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { FigureTablesService, TableFilter } from "./figure-tables.service.ts";

interface FileQuery {
  table: FigureTable;
  format: FigureFormat;
  filter: TableFilter;
}

/** Registers the tables of figures as files, for admins only; each is in the audit log. */
export function figureFileRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database, clock }: Deps,
  tables: FigureTablesService,
): void {
  const asAdmin = createAdminRunner(database.lookups);
  registerStaffFile(app, guard, {
    url: figuresFilePath,
    summary: `A table of figures (${figureTables.join(", ")}) as a CSV file or an Excel workbook`,
    description:
      "The bytes, for the token of an admin; filtered by from, to, restaurant_id and keyword; restaurants and dishes by code.",
    send: async (actor, request, reply) => {
      const file = await asAdmin(actor, async () => {
        const { table, format, filter } = parseQuery(request.query as Record<string, unknown>);
        const rows = tables.open(table, filter);
        const content = await openTableFile(table, format, rows);
        const detail = { table, ...filter };
        const entry = { actor, action: "figures.export", target: "figures", detail };
        await insertAudit(database.queries, { ...entry, createdAt: clock.now() });
        return { content, format, name: `${table}_${filter.from}_${filter.to}` };
      });
      return sendTableFile(reply, file);
    },
  });
}

/** Throws "validation" for a table, a format or a filter that does not exist. */
function parseQuery(query: Record<string, unknown>): FileQuery {
  const read = (name: string) => {
    const value = query[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const table = figureTables.find((name) => name === query.table);
  if (table === undefined) throw invalid("没有这张表", "table");
  const format = figureFormats.find((name) => name === (query.format ?? "csv"));
  if (format === undefined) throw invalid("没有这种文件格式", "format");
  const filter = {
    from: read("from") ?? "",
    to: read("to") ?? "",
    restaurant_id: read("restaurant_id"),
    keyword: read("keyword")?.slice(0, 50),
  };
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return { table, format, filter: Object.fromEntries(given) as unknown as TableFilter };
}
