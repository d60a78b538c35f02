import { createPhone } from "../people.ts";
import type { AccessCase } from "./accessCases.ts";

/** Cases of the endpoints at which staff log in, and at which the first admin is added. */
export const publicStaffCases: Record<string, AccessCase> = {
  "staffAuth.sendCode": { input: () => ({ body: { phone: createPhone().phone } }), expectedForAll: "own" },
  "staffAuth.login": {
    input: () => ({ body: { phone: "13900000003", code: "000000" } }),
    expectedForAll: "bad_code",
  },
  "staffAuth.setupStatus": { expectedForAll: "own" },
  "staffAuth.requestSetupCode": { expectedForAll: "conflict" },
  "staffAuth.setUp": {
    input: () => ({ body: { code: "guessed", name: "李一", phone: "13700000001" } }),
    expectedForAll: "conflict",
  },
  "staffAuth.beginFactor": {
    input: () => ({ body: { ticket: "guessed" } }),
    expectedForAll: "ticket_expired",
  },
  "staffAuth.enrolFactor": {
    input: () => ({ body: { ticket: "guessed", code: "000000" } }),
    expectedForAll: "ticket_expired",
  },
  "staffAuth.verifyFactor": {
    input: () => ({ body: { ticket: "guessed", code: "000000" } }),
    expectedForAll: "ticket_expired",
  },
};
