import Type from "typebox";
import { type EndpointSchema, strictObject, Timestamp, text } from "../schema-helpers.ts";

export const appSchemas = {
  /** Whether a debug link's signature is good, and until when. "forbidden" for one that is forged or has expired. */
  debugAccess: {
    query: strictObject({ signature: text(128, 1) }),
    data: Type.Object({ expires_at: Timestamp }),
    errors: ["forbidden"],
  },
  settings: {
    data: Type.Object({
      maps_base_url: Type.String(),
      maps_browser_key: Type.String(),
      version: Type.String(),
      /** Whether the developers' console may be opened in the page. */
      vconsole: Type.Boolean(),
      /** The page of the mini-program that pays orders seen in its web-view; empty without one. */
      mini_program_pay_path: Type.String(),
    }),
  },
} as const satisfies Record<string, EndpointSchema>;
