import { createIdempotencyKey } from "../buyers.ts";
import type { AccessCase } from "./accessCases.ts";

/** Cases of what customers do with their account and its data. */
export const accountAccessCases: Record<string, AccessCase> = {
  "account.deletion": { expectedForStranger: "own" },
  "account.sendDeletionCode": { expectedForStranger: "own" },
  "account.requestDeletion": {
    input: () => ({ body: { code: "000000" } }),
    expectedForStranger: "bad_code",
  },
  "account.cancelDeletion": { expectedForStranger: "own" },
  "account.dataCopies": { expectedForStranger: "own" },
  "account.requestDataCopy": {
    input: () => ({ body: { client_key: createIdempotencyKey() } }),
    expectedForStranger: "own",
  },
  "account.unbindWechat": { expectedForStranger: "own" },
};
