import Type, { type Static } from "typebox";
import {
  Empty,
  type EndpointSchema,
  nullable,
  strictObject,
  stringEnum,
  text,
} from "../../schema-helpers.ts";

/** What a chain needs before it sells its first meal, in the order in which it is set up. */
export const checklistItems = [
  "domain",
  "proxy",
  "restaurant",
  "menu",
  "staff",
  "wechat",
  "wechat_file",
  "mini_program",
  "wechat_pay",
  "wechat_pay_keys",
  "sms",
  "maps",
  "legal",
  "backup",
] as const;
export type ChecklistItemName = (typeof checklistItems)[number];

export const ChecklistItem = Type.Object({
  name: stringEnum([...checklistItems]),
  /** "todo" for what is not set up yet, "failed" for what is set up and does not work. */
  state: stringEnum(["ok", "todo", "failed"]),
  /** What is wrong, as a sentence; null if nothing is. */
  problem: nullable(Type.String()),
});
export type ChecklistItem = Static<typeof ChecklistItem>;

/** Name of a file with which a provider verifies the domain, such as MP_verify_a1B2c3D4e5F6g7H8.txt. */
const FileName = Type.String({ pattern: "^[\\w-]{1,80}\\.txt$" });

export const Checklist = Type.Object({
  items: Type.Array(ChecklistItem),
  /** Names of the uploaded files that are served at the root. */
  files: Type.Array(Type.String()),
});
export type Checklist = Static<typeof Checklist>;

/** Checklist of the set-up; for admins only. */
export const checklistSchemas = {
  /** Checks everything for real; with `quick` only what needs no request to a provider. */
  read: {
    query: strictObject({ quick: Type.Optional(Type.Boolean()) }),
    data: Checklist,
    errors: ["forbidden"],
    perMinute: 30,
  },
  /** Stores a file for the root, in place of an earlier one of the same name. */
  saveFile: {
    body: strictObject({ name: FileName, content: text(1_000, 1) }),
    data: Empty,
    errors: ["forbidden", "rule_broken"],
  },
  removeFile: {
    body: strictObject({ name: FileName }),
    data: Empty,
    errors: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, EndpointSchema>;
