import Type from "typebox";
import { type EndpointSchema, strictObject, Timestamp, text } from "../schema-helpers.ts";

export const appSchemas = {
  /**
   * Checks the signature of a debug link and returns when it expires. Fails with "forbidden" if forged or
   * expired.
   */
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
      /** Whether the page may open the developer console. */
      vconsole: Type.Boolean(),
      /** Mini-program page that pays orders shown in its web-view; empty if there is none. */
      mini_program_pay_path: Type.String(),
      /** Number of customer service to call; empty if there is none. */
      service_phone: Type.String(),
      /** Reasons from which customers choose when they cancel, beside another one. */
      cancel_reasons: Type.Array(Type.Object({ number: Type.Integer(), text: Type.String() })),
    }),
  },
} as const satisfies Record<string, EndpointSchema>;
