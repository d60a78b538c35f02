import Type, { type Static } from "typebox";
import {
  Empty,
  type EndpointSchema,
  Fen,
  IdempotencyKey,
  nullable,
  strictObject,
  stringEnum,
  Timestamp,
} from "../schema-helpers.ts";
import { sendCodeSchema, userSchemas } from "../user/schema.ts";

/** What must end before an account can be deleted. */
export const deletionObstacleKinds = ["open_order", "refund_request", "refund", "withdrawal"] as const;

export const DeletionObstacle = Type.Object({
  kind: stringEnum([...deletionObstacleKinds]),
  count: Type.Integer(),
  /** The newest order concerned; null for withdrawals. */
  order_id: nullable(Type.String()),
});
export type DeletionObstacle = Static<typeof DeletionObstacle>;

export const AccountDeletion = Type.Object({
  /** The number, masked, that confirms by a code; null for an account without one, which confirms by its login. */
  phone: nullable(Type.String()),
  requested_at: nullable(Timestamp),
  /** Time from which the account is deleted; null while it is not requested. */
  due_at: nullable(Timestamp),
  /** Days in which the request can be cancelled. */
  wait_days: Type.Integer(),
  obstacles: Type.Array(DeletionObstacle),
  /** Points that will be lost. */
  points: Type.Integer(),
  /** The member card that the account will lose, with its balance, which stays on the card. */
  card: nullable(Type.Object({ last_four: Type.String(), balance: Fen })),
});
export type AccountDeletion = Static<typeof AccountDeletion>;

export const DataCopy = Type.Object({
  copy_id: Type.String(),
  status: stringEnum(["queued", "ready", "failed", "expired"]),
  requested_at: Timestamp,
  /** Time until which it can be downloaded; null until it is ready. */
  expires_at: nullable(Timestamp),
  /** Signed link to the archive, which needs no token, until `expires_at`; null unless it is ready. */
  url: nullable(Type.String()),
  bytes: nullable(Type.Integer()),
});
export type DataCopy = Static<typeof DataCopy>;

export const accountSchemas = {
  deletion: { data: AccountDeletion },
  /** Sends a code to the account's number, which confirms the deletion. */
  sendDeletionCode: {
    query: strictObject({ proof: sendCodeSchema.body.properties.proof }),
    data: sendCodeSchema.data,
    errors: ["rate_limited", "proof_required", "sms_failed", "rule_broken"],
  },
  /** Requests the deletion, which ends all sessions; `code` is needed by accounts with a phone number. */
  requestDeletion: {
    body: strictObject({ code: Type.Optional(userSchemas.proveOldPhone.body.properties.code) }),
    data: Type.Object({ due_at: Timestamp }),
    errors: ["bad_code", "rule_broken"],
  },
  cancelDeletion: { data: Empty },
  /** The last copies, newest first. */
  dataCopies: { data: Type.Object({ list: Type.Array(DataCopy) }) },
  /** Requests a copy of all data of the account; one that is being made already is returned instead. */
  requestDataCopy: {
    body: strictObject({ client_key: IdempotencyKey }),
    data: DataCopy,
    errors: ["rate_limited", "key_reused"],
  },
  /** Removes WeChat from an account with a phone number. */
  unbindWechat: { data: Empty, errors: ["rule_broken"] },
} as const satisfies Record<string, EndpointSchema>;
