import type { FastifyInstance } from "fastify";
import { reportPath } from "./content-security-policy.ts";

const bodyMaxBytes = 16 * 1024;
const reportsPerMinute = 30;
const reportTypes = ["application/csp-report", "application/reports+json", "application/json"];

/** Directives of our policies; all others in reports are counted as "other". */
const directives = new Set([
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "connect-src",
  "object-src",
  "base-uri",
  "form-action",
  "frame-src",
  "frame-ancestors",
  "font-src",
  "media-src",
  "worker-src",
]);

/** Counts policy violations reported by browsers, by directive. */
export class CspReports {
  readonly counts = new Map<string, number>();

  /**
   * Counts a report's body, in the old format (an object) or that of the Reporting API (a list); stores
   * nothing of it.
   */
  count(body: unknown): void {
    for (const report of Array.isArray(body) ? body : [body]) {
      const directive = parseDirective(report);
      if (directive !== null) this.counts.set(directive, (this.counts.get(directive) ?? 0) + 1);
    }
  }
}

function parseDirective(report: unknown): string | null {
  const { "csp-report": legacyReport, body } = toRecord(report);
  const fields = toRecord(legacyReport ?? body);
  const directive =
    fields["effective-directive"] ?? fields["violated-directive"] ?? fields.effectiveDirective;
  if (typeof directive !== "string") return null;
  const [name = ""] = directive.split(" ");
  return directives.has(name) ? name : "other";
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Accepts browsers' reports of limited size and rate; invalid reports get the same 204. */
export function registerCspReports(server: FastifyInstance, reports: CspReports): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(reportTypes, { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    const config = { rateLimit: { max: reportsPerMinute, timeWindow: 60_000 } };
    scope.post(
      reportPath,
      { config, bodyLimit: bodyMaxBytes, schema: { hide: true } },
      async ({ body }, reply) => {
        reports.count(parseReport(String(body ?? "")));
        return reply.status(204).send();
      },
    );
  });
}

function parseReport(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Reports are untrusted input: invalid ones are ignored.
    return null;
  }
}
