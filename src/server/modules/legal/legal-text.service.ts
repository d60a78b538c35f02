import { pageSizeDefault } from "#contract/constants.ts";
import { parseLegalText } from "#contract/legal/parse-legal-text.ts";
import type { LegalNotices, LegalText, LegalTextSummary } from "#contract/legal/schema.ts";
import { isConsentText, type LegalTextName, legalTextNames, legalTextTitles } from "#contract/legal/texts.ts";
import type { EditedLegalText, LegalTextVersion } from "#contract/staff/legal/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { fillPlaceholders, listPlaceholders } from "./legal-placeholder.rules.ts";
import * as repository from "./legal-text.repository.ts";
import { sampleTexts } from "./sample-texts.ts";

interface SaveInput {
  name: LegalTextName;
  /** Version that the text was edited from. */
  version: number;
  body: string;
  needs_consent: boolean;
}

/** The chain's legal texts, a number of versions each; a sample stands for what was never saved. */
export class LegalTextService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists the texts as customers see them. */
  async list(): Promise<{ list: LegalTextSummary[] }> {
    const rows = await repository.listCurrent(this.#deps.database.queries);
    return {
      list: legalTextNames.map((name) =>
        presentSummary(
          name,
          rows.find((row) => row.name === name),
        ),
      ),
    };
  }

  /** Returns a text as it is read, with the figures of the settings as they are now. */
  async read(name: LegalTextName): Promise<LegalText> {
    const row = await repository.findVersion(this.#deps.database.queries, name);
    const body = row?.body ?? sampleTexts[name];
    const blocks = parseLegalText(fillPlaceholders(body, this.#deps.chainSettings.current));
    return { ...presentSummary(name, row), blocks };
  }

  /** Returns the registrations and licences that every visitor may see. */
  async getNotices(): Promise<LegalNotices> {
    return this.#deps.chainSettings.current.legal;
  }

  /** Lists the present versions for staff. */
  async listVersions(): Promise<{ list: LegalTextVersion[] }> {
    const rows = await repository.listCurrent(this.#deps.database.queries);
    return {
      list: legalTextNames.map((name) =>
        presentVersion(
          name,
          rows.find((row) => row.name === name),
        ),
      ),
    };
  }

  /** Returns a version as it is edited. Throws "not_found" for one that does not exist. */
  async readVersion(name: LegalTextName, version?: number): Promise<EditedLegalText> {
    return await this.#readEdited(this.#deps.database.queries, name, version);
  }

  /** Lists the versions of a text, newest first. */
  async history({ name, page = 1, pageSize = pageSizeDefault }: HistoryQuery) {
    const rows = await repository.listVersions(this.#deps.database.queries, name, {
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    const list = rows.slice(0, pageSize).map((row) => presentVersion(name, row));
    return { list, page, pageSize, has_more: rows.length > pageSize };
  }

  /**
   * Saves a text; what holds already gets no new version unless it now needs consent. Throws "validation" for an empty text, "conflict" with the
   * present one if it was changed since `version`.
   */
  async save(staffId: string, input: SaveInput): Promise<EditedLegalText> {
    const { name, version, needs_consent } = input;
    const body = input.body.trim();
    if (parseLegalText(body).length === 0) throw invalid("请填写正文", "body");
    const changedAt = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const current = await this.#readEdited(tx, name);
      // The sample becomes the chain's own text only when it is saved on purpose, changed or not.
      const needsConsent = isConsentText(name) && needs_consent;
      const isStricter = needsConsent && !current.needs_consent;
      if (current.version > 0 && current.body === body && !isStricter) return current;
      if (current.version !== version) throw conflict(current);
      const row = {
        name,
        version: version + 1,
        body,
        needsConsent,
        changedBy: staffId,
        changedAt,
      };
      // Another save of this version may be under way: the first to end wins.
      if (!(await repository.insertVersion(tx, row))) throw conflict(await this.#readEdited(tx, name));
      await insertAudit(tx, {
        actor: staffId,
        action: "legal.save",
        target: name,
        detail: { version: row.version, needs_consent: row.needsConsent },
        createdAt: changedAt,
      });
      return await this.#readEdited(tx, name);
    });
  }

  async #readEdited(queries: QueryRunner, name: LegalTextName, version?: number): Promise<EditedLegalText> {
    const row = version === 0 ? undefined : await repository.findVersion(queries, name, version);
    if (row === undefined && version !== undefined && version > 0) throw new AppError("not_found");
    return {
      ...presentVersion(name, row),
      body: row?.body ?? sampleTexts[name],
      placeholders: listPlaceholders(this.#deps.chainSettings.current),
    };
  }
}

interface HistoryQuery {
  name: LegalTextName;
  page?: number;
  pageSize?: number;
}

function conflict(current: EditedLegalText): AppError {
  return new AppError("conflict", { current }, "这份文本刚被别人改过，请重新打开");
}

function presentSummary(name: LegalTextName, row: repository.LegalTextRow | undefined): LegalTextSummary {
  return {
    name,
    title: legalTextTitles[name],
    version: row?.version ?? 0,
    changed_at: row?.changedAt.toISOString() ?? null,
  };
}

function presentVersion(name: LegalTextName, row: repository.LegalTextRow | undefined): LegalTextVersion {
  return {
    name,
    version: row?.version ?? 0,
    needs_consent: row?.needsConsent ?? isConsentText(name),
    changed_at: row?.changedAt.toISOString() ?? null,
    changed_by: row?.changedByName ?? null,
  };
}
