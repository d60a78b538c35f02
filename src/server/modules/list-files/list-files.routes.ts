import type { FastifyInstance } from "fastify";
import {
  type ExportedList,
  exportedLists,
  type ListFormat,
  listFilePath,
  listFormats,
} from "#contract/staff/list-files/limits.ts";
import type { Deps } from "../../platform/Deps.ts";
import { invalid } from "../../platform/http/AppError.ts";
import type { Guard } from "../../platform/http/register-endpoints.ts";
import { registerStaffFile } from "../../platform/http/register-staff-file.ts";
import { openTableFile, sendTableFile } from "../../platform/tables/table-file.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import { describeFilters, type ListFilesService, type ListQuery } from "./list-files.service.ts";

/** Registers the lists of the head office as files, for admins only; each is in the audit log. */
export function listFileRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database, clock }: Deps,
  lists: ListFilesService,
): void {
  const asAdmin = createAdminRunner(database.lookups);
  registerStaffFile(app, guard, {
    url: listFilePath,
    summary: `A list (${exportedLists.join(", ")}) as a CSV file or an Excel workbook`,
    description:
      "The bytes, for the token of an admin; the filters are those of the list's endpoint. Phones are masked.",
    send: async (actor, request, reply) => {
      const file = await asAdmin(actor, async () => {
        const { list, format, query } = parseRequest(request.query as Record<string, unknown>);
        const createdAt = clock.now();
        const content = await openTableFile(list, format, lists.open(list, query));
        const detail = { format, ...describeFilters(list, query) };
        await insertAudit(database.queries, {
          actor,
          action: "list.export",
          target: list,
          detail,
          createdAt,
        });
        return { content, format, name: `${list}_${formatLocalTime(createdAt).slice(0, 10)}` };
      });
      return sendTableFile(reply, file);
    },
  });
}

/** Filters that are on or off. */
const switches = ["reads", "closed", "dismissed"];

interface FileRequest {
  list: ExportedList;
  format: ListFormat;
  query: ListQuery;
}

/** Throws "validation" for a list or a format that does not exist. */
function parseRequest({ list: name, format: type = "csv", ...others }: Record<string, unknown>): FileRequest {
  const list = exportedLists.find((one) => one === name);
  if (list === undefined) throw invalid("没有这张列表", "list");
  const format = listFormats.find((one) => one === type);
  if (format === undefined) throw invalid("没有这种文件格式", "format");
  const texts = Object.entries(others).filter((entry): entry is [string, string] => entry[1] !== "");
  const query = texts.map(([key, value]) => [key, switches.includes(key) ? value === "true" : value]);
  return { list, format, query: Object.fromEntries(query) };
}
