import type { FastifyInstance } from "fastify";
import type { Deps } from "../platform/Deps.ts";
import type { Guard } from "../platform/http/register-endpoints.ts";
import type { SweeperJob } from "../platform/jobs/Sweeper.ts";
import { accountRoutes } from "./account/account.routes.ts";
import { AccountDeletionService } from "./account/account-deletion.service.ts";
import { AccountErasureJob, deletedName, type EraseCustomerData } from "./account/account-erasure.jobs.ts";
import type { CopiedSection } from "./account/copied-data.repository.ts";
import { DataCopyJob } from "./account/data-copy.jobs.ts";
import { DataCopyService } from "./account/data-copy.service.ts";
import { RetentionJob } from "./account/retention.jobs.ts";
import {
  deleteTitles,
  eraseInvoiceTexts,
  readInvoices,
  readTitles,
} from "./invoice/customer-invoices.repository.ts";
import { readConsents } from "./legal/consent.repository.ts";
import { SmsCodeService } from "./sms/sms-code.service.ts";
import { WechatUnbindService } from "./user/wechat-unbind.service.ts";

/** Deletes what further modules store about a customer. */
const erasures: readonly EraseCustomerData[] = [
  ({ database }, userId) => deleteTitles(database.queries, userId),
  ({ database, clock }, userId) =>
    database.transaction((tx) => eraseInvoiceTexts(tx, userId, { title: deletedName, now: clock.now() })),
];

/** What further modules add to the copy of a customer's data. */
const sections: readonly CopiedSection[] = [
  { name: "consents", meaning: "同意和撤回的记录", read: readConsents },
  { name: "invoices", meaning: "发票", read: readInvoices },
  { name: "invoice-titles", meaning: "保存的发票抬头", read: readTitles },
];

/** Registers what the law lets customers do with their data; returns the jobs that carry it out. */
export function registerAccountModule(server: FastifyInstance, guard: Guard, deps: Deps): SweeperJob[] {
  accountRoutes(server, guard, {
    deletion: new AccountDeletionService(deps, new SmsCodeService(deps)),
    copies: new DataCopyService(deps),
    wechat: new WechatUnbindService(deps),
  });
  const [erasure, copies, retention] = [
    new AccountErasureJob(deps, erasures),
    new DataCopyJob(deps, sections),
    new RetentionJob(deps),
  ];
  return [
    { name: "data-copies", everyMs: 3_000, run: () => copies.sweep() },
    { name: "account-deletions", everyMs: 10_000, run: () => erasure.sweep() },
    { name: "retention", everyMs: 3_600_000, run: () => retention.sweep() },
  ];
}
