import type { InStoreType } from "../../app/parse.ts";

/** Names of the in-store order types, separate because the menu's first view needs them. */
export const orderTypeMessages = {
  label: "用餐方式",
  types: { pickup: "到店自取", dine_in: "堂食" } satisfies Record<InStoreType, string>,
} as const;
