import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { accountSchemas } from "./schema.ts";

type S = typeof accountSchemas;

const base = "/api/v1/account";

export const accountEndpoints = {
  deletion: endpoint<SchemaTypes<S["deletion"]>>("GET", `${base}/deletion`, "customer"),
  sendDeletionCode: endpoint<SchemaTypes<S["sendDeletionCode"]>>(
    "POST",
    `${base}/deletion/send-code`,
    "customer",
  ),
  requestDeletion: endpoint<SchemaTypes<S["requestDeletion"]>>("POST", `${base}/deletion`, "customer"),
  cancelDeletion: endpoint<SchemaTypes<S["cancelDeletion"]>>("POST", `${base}/deletion/cancel`, "customer"),
  dataCopies: endpoint<SchemaTypes<S["dataCopies"]>>("GET", `${base}/data-copies`, "customer"),
  requestDataCopy: endpoint<SchemaTypes<S["requestDataCopy"]>>("POST", `${base}/data-copies`, "customer"),
  unbindWechat: endpoint<SchemaTypes<S["unbindWechat"]>>("POST", `${base}/wechat/unbind`, "customer"),
};

/** Returns the address of a copy's archive, which is sent for the token of its owner. */
export function dataCopyUrl(id: string): string {
  return `${base}/data-copies/${id}/archive`;
}
