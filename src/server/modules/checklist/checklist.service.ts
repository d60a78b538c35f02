import { settingLabels } from "#contract/chain-settings/setting-labels.ts";
import { legalTextNames, legalTextTitles } from "#contract/legal/texts.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import {
  type Checklist,
  type ChecklistItem,
  type ChecklistItemName,
  checklistItems,
} from "#contract/staff/checklist/schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { findNoticeRecord } from "../../platform/database/notice-record.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { listCurrent } from "../legal/legal-text.repository.ts";
import * as repository from "./checklist.repository.ts";
import { describeProviderKeys } from "./provider-keys.rules.ts";
import { describeProviderProblem } from "./provider-problem.rules.ts";

const domainTimeoutMs = 5_000;
/** Files that providers ask for are few; more would be an accident. */
const maxFiles = 20;
/** Returns whether a file is one that WeChat's official accounts ask for; mini-programs have others. */
const isWechatFile = (name: string) => name.startsWith("MP_verify_");
/** A number that no order has: whether the provider accepts the signature shows without one. */
const unknownTradeNo = "CHECKLIST00000000";
/** WeChat's code for a code that it did not issue, told only to the right id and secret. */
const invalidCode = "40029";

/** What a chain needs before it sells its first meal, each item checked for real. */
export class ChecklistService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Checks all items; with `isQuick` only those that need no request to others. */
  async read(isQuick: boolean): Promise<Checklist> {
    const { queries } = this.#deps.database;
    const content = await repository.findContent(queries);
    const files = await repository.listFiles(queries);
    const own = [
      toItem("restaurant", content.hasRestaurant, "还没有门店，请先开一家"),
      toItem("menu", content.hasDish, "还没有在售的菜品，请添加并发布"),
      toItem("staff", content.hasRestaurantStaff, "还没有门店员工，请添加，否则没有人接单"),
      toItem("wechat_file", files.some(isWechatFile), "请上传公众号后台下载的 MP_verify 校验文件"),
      await this.#checkLegal(),
      ...(await this.#checkBackup()),
    ];
    const items = isQuick ? own : [...own, ...(await this.#checkOthers())];
    const rankOf = ({ name }: ChecklistItem) => checklistItems.indexOf(name);
    return { items: items.sort((a, b) => rankOf(a) - rankOf(b)), files };
  }

  /** Stores a file for the root of the domain. Throws "rule_broken" for too many. */
  async saveFile(actor: string, { name, content }: { name: string; content: string }): Promise<null> {
    const createdAt = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const names = await repository.listFiles(tx);
      if (!names.includes(name) && names.length >= maxFiles)
        throw ruleBroken("校验文件太多了，请先删除不用的", "name");
      await repository.saveFile(tx, { name, content: content.trim(), createdAt });
      await insertAudit(tx, { actor, action: "setup.file", target: name, detail: {}, createdAt });
      return null;
    });
  }

  /** Throws "not_found". */
  async removeFile(actor: string, name: string): Promise<null> {
    const createdAt = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      if (!(await repository.deleteFile(tx, name))) throw new AppError("not_found");
      await insertAudit(tx, { actor, action: "setup.file_remove", target: name, detail: {}, createdAt });
      return null;
    });
  }

  /** Returns the content of a file. Throws "not_found". */
  async readFile(name: string): Promise<string> {
    const content = await repository.findFile(this.#deps.database.queries, name);
    if (content === undefined) throw new AppError("not_found");
    return content;
  }

  /** Names what is missing of the chain's own texts, registrations and licences. */
  async #checkLegal(): Promise<ChecklistItem> {
    const saved = await listCurrent(this.#deps.database.queries);
    const texts = legalTextNames.filter((name) => saved.every((row) => row.name !== name));
    const { legal } = this.#deps.chainSettings.current;
    const labels = settingLabels.legal;
    const registrations = (["icp", "police", "business_licence", "food_licence"] as const)
      .filter((field) => legal[field] === "")
      .map((field) => labels[field]);
    const problems = [
      ...(texts.length > 0
        ? [
            `还在用示范文本：${texts.map((name) => legalTextTitles[name]).join("、")}，请由律师审阅后保存自己的`,
          ]
        : []),
      ...(registrations.length > 0 ? [`还没有填写：${registrations.join("、")}`] : []),
    ];
    return toItem("legal", problems.length === 0, problems.join("；"));
  }

  /**
   * Checks that backups are made, and that the last ones are not too old. Nothing is said of an external database without
   * a WAL archive: how its operator backs it up is not to be seen from here.
   */
  async #checkBackup(): Promise<ChecklistItem[]> {
    const { backups, config } = this.#deps;
    const late = await backups.findLate();
    if (late === null)
      return config.databaseUrl === null
        ? [toItem("backup", false, "还没有备份，请设置 BACKUP_DIR 或 BACKUP_S3_ 开头的各项")]
        : [];
    if (late.length === 0) return [{ name: "backup", state: "ok", problem: null }];
    const problem = "最近的备份已过期，请查看服务器日志和备份的存放位置";
    return [{ name: "backup", state: "failed", problem }];
  }

  async #checkOthers(): Promise<ChecklistItem[]> {
    const { config, wechat, pay, maps } = this.#deps;
    const isOff = (name: ChecklistItemName, setting: string, text: string) =>
      setting === "" ? ({ name, state: "todo", problem: text } as const) : null;
    return await Promise.all([
      this.#checkDomain(),
      isOff("wechat", config.wechat.appSecret, "请设置 WECHAT_ 开头的各项") ??
        checkProvider("wechat", "微信公众号", () => wechat.accessToken()),
      this.#checkMiniProgram(),
      isOff("wechat_pay", config.wechatPay.mchid, "请设置 WECHAT_PAY_ 开头的各项") ??
        checkProvider("wechat_pay", "微信支付", () => pay.query(unknownTradeNo)),
      isOff("wechat_pay_keys", config.wechatPay.mchid, "请设置 WECHAT_PAY_ 开头的各项") ??
        this.#checkProviderKeys(),
      isOff("sms", config.sms.accessKeyId, "请设置 SMS_ 开头的各项") ?? this.#checkSms(),
      isOff("maps", config.maps.serverKey, "请设置 MAPS_ 开头的各项") ??
        checkProvider("maps", "地图服务", () => maps.searchPlaces("北京市", "天安门")),
    ]).then((items) => items.flat());
  }

  /** Checks the provider, and that a former number can be told of a change. */
  async #checkSms(): Promise<ChecklistItem> {
    const { sms, config } = this.#deps;
    const item = await checkProvider("sms", "短信服务", () => sms.checkSetup());
    if (item.state !== "ok" || config.sms.phoneChangedTemplateCode !== "") return item;
    return toItem(
      "sms",
      false,
      "还没有更换手机号的通知模板，原号码收不到通知，请设置 SMS_PHONE_CHANGED_TEMPLATE_CODE",
    );
  }

  /** Checks id and secret of the mini-program, if the chain has one, by a code that WeChat did not issue. */
  async #checkMiniProgram(): Promise<ChecklistItem[]> {
    const { config, wechat } = this.#deps;
    if (config.miniProgram === null) return [];
    const item = await checkProvider("mini_program", "微信小程序", () =>
      wechat.exchangeMiniProgramCode("checklist").catch((error: unknown) => {
        if (!(error instanceof GatewayError) || error.code !== invalidCode) throw error;
      }),
    );
    return [item];
  }

  /** Checks the keys with which the provider signs and encrypts, by its answers and by the last notification. */
  async #checkProviderKeys(): Promise<ChecklistItem> {
    const { pay, database, clock, config } = this.#deps;
    try {
      const keys = await pay.checkKeys();
      const record = await findNoticeRecord(database.queries, config.wechatPay.apiV3Key, clock.now());
      return { name: "wechat_pay_keys", ...describeProviderKeys(keys, record) };
    } catch (error) {
      const problem = describeProviderProblem("微信支付", error);
      return { name: "wechat_pay_keys", state: "failed", problem };
    }
  }

  /** Calls this system by the address that customers open, and sees whether the call comes through a proxy. */
  async #checkDomain(): Promise<ChecklistItem[]> {
    const { publicUrl } = this.#deps.config;
    const failed = (problem: string) => [
      { name: "domain", state: "failed", problem } as const,
      uncheckedProxy,
    ];
    if (!publicUrl.startsWith("https:")) {
      const problem = `对外的地址 ${publicUrl} 不是 https，只能在本机试用`;
      return [{ name: "domain", state: "todo", problem }, uncheckedProxy];
    }
    try {
      const probe = await this.#deps.forwarded.createProbe();
      const response = await fetch(`${publicUrl}${restaurantEndpoints.categories.path}`, {
        headers: probe.headers,
        redirect: "error",
        signal: AbortSignal.timeout(domainTimeoutMs),
      });
      const body = (await response.json()) as { code?: number };
      if (response.status === 200 && body.code === 200)
        return [
          { name: "domain", state: "ok", problem: null },
          toProxyItem(probe.wasIgnored(response.headers)),
        ];
      return failed(`${publicUrl} 的回答不是这套系统的（${response.status}），请检查反向代理`);
    } catch (error) {
      this.#deps.log.warn({ err: error }, "the public address cannot be reached");
      return failed(`打不开 ${publicUrl}，请检查域名解析、证书和反向代理`);
    }
  }
}

const uncheckedProxy: ChecklistItem = {
  name: "proxy",
  state: "todo",
  problem: "对外的地址用 https 打得开之后才能检查",
};

function toProxyItem(isIgnored: boolean): ChecklistItem {
  if (!isIgnored) return { name: "proxy", state: "ok", problem: null };
  const problem =
    "从对外的地址来的请求经过反向代理，但 TRUST_PROXY 是 0：所有客人会被当成同一个地址，一起受次数限制。请把 TRUST_PROXY 设为代理的层数";
  return { name: "proxy", state: "failed", problem };
}

function toItem(name: ChecklistItemName, isDone: boolean, problem: string): ChecklistItem {
  return isDone ? { name, state: "ok", problem: null } : { name, state: "todo", problem };
}

async function checkProvider(
  name: ChecklistItemName,
  provider: string,
  call: () => Promise<unknown>,
): Promise<ChecklistItem> {
  try {
    await call();
    return { name, state: "ok", problem: null };
  } catch (error) {
    return { name, state: "failed", problem: describeProviderProblem(provider, error) };
  }
}
