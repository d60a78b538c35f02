import { sampleVersions } from "../people.ts";
import type { AccessCase } from "./accessCases.ts";

/** Cases of the public endpoints about legal texts. */
export const publicLegalCases: Record<string, AccessCase> = {
  "legal.texts": { expectedForAll: "own" },
  "legal.text": { input: () => ({ query: { name: "privacy" } }), expectedForAll: "own" },
  "legal.notices": { expectedForAll: "own" },
};

/** Cases of customers' consent, which no input names another customer in. They end with an agreement, for orders. */
export const customerLegalCases: Record<string, AccessCase> = {
  "legal.consent": { expectedForStranger: "own" },
  "legal.withdraw": { expectedForStranger: "own" },
  "legal.agree": {
    input: () => ({ body: { shown: sampleVersions, via: "update" } }),
    expectedForStranger: "own",
  },
};
