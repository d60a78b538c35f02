import {
  type ChainSettings,
  confirmedSections,
  initialSettings,
  type SettingsSection,
  settingsSections,
} from "#contract/chain-settings/chain-settings.ts";
import { describeChanges } from "#contract/chain-settings/describe-changes.ts";
import { sectionLabels, settingLabels } from "#contract/chain-settings/setting-labels.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import { findDishImageId } from "#contract/menu/dish-image.ts";
import { findRestaurantImageId } from "#contract/restaurant-pictures/restaurant-image.ts";
import type { SettingsVersion, WorkSettings } from "#contract/staff/chain-settings/schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import type { SizedImageService } from "../file/sized-image.service.ts";
import { SecondFactorConfirmation } from "../staff/SecondFactorConfirmation.ts";
import type { ChainSettingsCache } from "./ChainSettingsCache.ts";
import * as repository from "./chain-settings.repository.ts";
import { parseSettings } from "./chain-settings.rules.ts";
import { completeValue } from "./read-chain-settings.ts";

/** Where the settings' images are uploaded. */
interface SettingsImages {
  logos: Pick<SizedImageService, "findOriginals">;
  licences: Pick<SizedImageService, "findOriginals">;
}

/** The chain's own rules and figures, which the head office edits by section. Every version is kept. */
export class ChainSettingsService {
  readonly #deps: Deps;
  readonly #cache: ChainSettingsCache;
  readonly #factor: SecondFactorConfirmation;
  readonly #images: SettingsImages;

  constructor(deps: Deps & { chainSettings: ChainSettingsCache }, images: SettingsImages) {
    this.#images = images;
    this.#deps = deps;
    this.#cache = deps.chainSettings;
    this.#factor = new SecondFactorConfirmation(deps);
  }

  /** Lists all sections as they stand. */
  async list(): Promise<{ list: SettingsVersion[] }> {
    const rows = await repository.listCurrent(this.#deps.database.queries);
    const list = settingsSections.map((section) =>
      this.#present(
        section,
        rows.find((row) => row.section === section),
      ),
    );
    return { list };
  }

  /** Lists the versions of a section, newest first. */
  async history({ section, page = 1, pageSize = pageSizeDefault }: HistoryQuery) {
    const { queries } = this.#deps.database;
    const rows = await repository.listVersions(queries, section, {
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    const list = rows.slice(0, pageSize).map((row) => this.#present(section, row));
    return { list, page, pageSize, has_more: rows.length > pageSize };
  }

  /**
   * Saves a section; it holds for what is asked from now on, in this process at once and in the others within
   * seconds. Saving what holds already changes nothing. Throws "validation", "rule_broken" (also without the code
   * that `confirmedSections` need), "rate_limited" after wrong codes, and "conflict" with the current value if it was
   * changed since `version`.
   */
  async save(
    staffId: string,
    { section, version, value, code }: SaveInput,
    client: ClientInfo,
  ): Promise<SettingsVersion> {
    const { database, clock } = this.#deps;
    const parsed = parseSettings(section, value);
    if ("logo" in parsed) {
      await this.#assertUploaded("logo", findDishImageId(parsed.logo), parsed.logo);
      await this.#assertApproved(parsed.sms_sign);
    }
    if ("food_licence" in parsed)
      for (const field of ["business_licence", "food_licence"] as const)
        await this.#assertUploaded(field, findRestaurantImageId(parsed[field]), parsed[field]);
    if (confirmedSections.includes(section)) {
      const current = await this.#readCurrent(database.queries, section);
      if (describeChanges(section, current.value, parsed).length === 0) return current;
      // A code is good once, so a conflict is told before it is used.
      if (current.version !== version) throw conflict(current);
      await this.#factor.confirm(staffId, code, client);
    }
    const saved = await database.transaction(async (tx) => {
      const current = await this.#readCurrent(tx, section);
      // What is saved already, such as by a request whose answer was lost, is no conflict.
      if (describeChanges(section, current.value, parsed).length === 0) return current;
      if (current.version !== version) throw conflict(current);
      if ("cancel_reasons" in parsed) await this.#numberReasons(tx, parsed, current.value as typeof parsed);
      const changed = describeChanges(section, current.value, parsed).join("；");
      if (section === "delivery" || section === "booking") await this.#assertFits(tx, section, parsed);
      const row = {
        section,
        version: version + 1,
        value: parsed,
        changedBy: staffId,
        changedAt: clock.now(),
      };
      // Another save of this version may be under way: the first to end wins.
      if (!(await repository.insertVersion(tx, row))) throw conflict(await this.#readCurrent(tx, section));
      await insertAudit(tx, {
        actor: staffId,
        action: "settings.save",
        target: section,
        detail: { changed },
        createdAt: row.changedAt,
      });
      return this.#present(section, await repository.findVersion(tx, section, row.version));
    });
    await this.#cache
      .reload()
      .catch((err: unknown) => this.#deps.log.warn({ err }, "the settings are not read yet"));
    return saved;
  }

  /** Returns what members of staff need of the settings. */
  getWorkSettings(): WorkSettings {
    const { service, refunds, orders, delivery, booking } = this.#cache.current;
    return {
      replies: service.replies,
      agent_refund_max: refunds.agent_max,
      unaccepted_minutes: orders.unaccepted_minutes,
      delivery,
      booking,
    };
  }

  /** Numbers new reasons anew, so that a number never stands for another text than it did. */
  async #numberReasons(
    tx: QueryRunner,
    { cancel_reasons: reasons }: ChainSettings["orders"],
    before: ChainSettings["orders"],
  ): Promise<void> {
    const versions = await repository.listHistory(tx, ["orders"]);
    const values = [initialSettings.orders, ...versions.map(({ value }) => value as ChainSettings["orders"])];
    const used = values.flatMap(({ cancel_reasons }) => cancel_reasons);
    let last = Math.max(...used.map(({ number }) => number));
    for (const reason of reasons) {
      const isEdited = before.cancel_reasons.some(({ number }) => number === reason.number);
      const isRestored = used.some(({ number, text }) => number === reason.number && text === reason.text);
      if (!isEdited && !isRestored) reason.number = ++last;
    }
  }

  /** Throws "rule_broken" and names restaurants whose own conditions would contradict the chain's new ones. */
  async #assertFits(
    tx: QueryRunner,
    section: "delivery" | "booking",
    value: ChainSettings[SettingsSection],
  ): Promise<void> {
    const chain = { ...this.#cache.current, [section]: value };
    const names = await repository.listContradictions(tx, section, chain, namedRestaurants + 1);
    if (names.length === 0) return;
    const more = names.length > namedRestaurants ? " 等门店" : "";
    throw ruleBroken(
      `和${names.slice(0, namedRestaurants).join("、")}${more}自己的设置矛盾，请先更改门店的${sectionLabels[section]}条件`,
      section === "delivery" ? "free_from" : "lead_minutes",
    );
  }

  /** Throws "rule_broken" for an image that was not uploaded here. */
  async #assertUploaded(
    field: "logo" | "business_licence" | "food_licence",
    id: string | null,
    url: string,
  ): Promise<void> {
    const images = field === "logo" ? this.#images.logos : this.#images.licences;
    if (url === "" || (id !== null && (await images.findOriginals([id])).has(id))) return;
    const label = field === "logo" ? settingLabels.brand.logo : settingLabels.legal[field];
    throw ruleBroken(`${label}图片不存在，请重新上传`, field);
  }

  /** Throws "rule_broken" for a new signature that the provider has not approved: logins need messages. */
  async #assertApproved(sign: string): Promise<void> {
    if (sign === this.#cache.current.brand.sms_sign) return;
    const effective = sign || this.#deps.config.sms.signName;
    try {
      await this.#deps.sms.checkSign(effective);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (!error.code.startsWith("sign ")) throw new AppError("sms_failed");
      throw ruleBroken(`短信签名“${effective}”还没有在短信服务商处通过审核`, "sms_sign");
    }
  }

  async #readCurrent(tx: QueryRunner, section: SettingsSection): Promise<SettingsVersion> {
    const [latest] = await repository.listVersions(tx, section, { offset: 0, limit: 1 });
    return this.#present(section, latest);
  }

  #present(section: SettingsSection, row: repository.SettingsRow | undefined): SettingsVersion {
    if (row === undefined)
      return {
        section,
        version: 0,
        value: this.#cache.initial[section],
        changed_at: null,
        changed_by: null,
      };
    return {
      section,
      version: row.version,
      value: completeValue(section, row, this.#cache.initial),
      changed_at: row.changedAt.toISOString(),
      changed_by: row.changedByName,
    };
  }
}

/** Restaurants that an error names at most. */
const namedRestaurants = 3;

interface SaveInput {
  section: SettingsSection;
  version: number;
  value: unknown;
  /** Code of the admin's authenticator app. */
  code?: string;
}

interface HistoryQuery {
  section: SettingsSection;
  page?: number;
  pageSize?: number;
}

function conflict(current: SettingsVersion): AppError {
  return new AppError("conflict", { current }, "这些设置刚被别人改过");
}
