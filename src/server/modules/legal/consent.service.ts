import type { ConsentStatus, ShownVersions } from "#contract/legal/schema.ts";
import { consentTextNames, legalTextTitles } from "#contract/legal/texts.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import * as repository from "./consent.repository.ts";

type ConsentSource = repository.ConsentRow["via"];

/** Customers' consent to the agreement and the privacy policy: what they agreed to, and its withdrawal. */
export class ConsentService {
  readonly #deps: Pick<Deps, "database" | "clock">;

  constructor(deps: Pick<Deps, "database" | "clock">) {
    this.#deps = deps;
  }

  async getStatus(userId: string): Promise<ConsentStatus> {
    return await readStatus(this.#deps.database.lookups, userId);
  }

  /** Stores the agreement to what was shown. Throws "validation" for a version that does not exist. */
  async agree(userId: string, shown: ShownVersions, via: ConsentSource): Promise<ConsentStatus> {
    return await this.#deps.database.transaction(async (tx) => {
      await assertExisting(tx, shown);
      await recordConsent(tx, { userId, shown, via, now: this.#deps.clock.now() });
      return await readStatus(tx, userId);
    });
  }

  /** Withdraws the consent; what was not agreed to is not withdrawn. */
  async withdraw(userId: string): Promise<ConsentStatus> {
    const createdAt = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const agreed = (await repository.listLatest(tx, userId)).filter(({ action }) => action === "agreed");
      await repository.insert(
        tx,
        agreed.map(({ document, version }) => ({
          userId,
          document,
          version,
          action: "withdrawn",
          via: "update",
          createdAt,
        })),
      );
      return await readStatus(tx, userId);
    });
  }
}

/** Throws "validation" for a version that the chain has not published. */
export async function assertExisting(queries: QueryRunner, shown: ShownVersions): Promise<void> {
  const versions = await repository.readVersions(queries);
  for (const document of consentTextNames)
    if (shown[document] > versions[document].current)
      throw invalid("协议的版本不存在，请刷新后重试", document);
}

/** Stores the agreement of a customer; one that is no later than the last agreement adds nothing. */
export async function recordConsent(
  tx: QueryRunner,
  { userId, shown, via, now }: { userId: string; shown: ShownVersions; via: ConsentSource; now: Date },
): Promise<void> {
  const latest = await repository.listLatest(tx, userId);
  const rows = consentTextNames
    .filter((document) => {
      const row = latest.find((one) => one.document === document);
      return row?.action !== "agreed" || row.version < shown[document];
    })
    .map((document) => ({
      userId,
      document,
      version: shown[document],
      action: "agreed" as const,
      via,
      createdAt: now,
    }));
  await repository.insert(tx, rows);
}

/** Throws "consent_required" for a customer who has not agreed to what holds at present. */
export async function assertConsent(queries: QueryRunner, userId: string): Promise<void> {
  if (!(await repository.hasCurrentConsent(queries, userId))) throw new AppError("consent_required");
}

async function readStatus(queries: QueryRunner, userId: string): Promise<ConsentStatus> {
  const versions = await repository.readVersions(queries);
  const latest = await repository.listLatest(queries, userId);
  const documents = consentTextNames.map((name) => {
    const { current, required, changedAt } = versions[name];
    const agreed = latest.find(({ document, action }) => document === name && action === "agreed");
    return {
      name,
      title: legalTextTitles[name],
      version: current,
      changed_at: changedAt?.toISOString() ?? null,
      agreed_version: agreed?.version ?? null,
      agreed_at: agreed?.createdAt.toISOString() ?? null,
      is_current: agreed !== undefined && agreed.version >= required,
    };
  });
  return {
    is_current: documents.every(({ is_current }) => is_current),
    is_withdrawn: latest.some(({ action }) => action === "withdrawn"),
    documents,
  };
}
