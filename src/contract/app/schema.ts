import Type from "typebox";
import type { Shape } from "../shape.ts";

export const appSchemas = {
  settings: {
    data: Type.Object({
      maps_base_url: Type.String(),
      maps_browser_key: Type.String(),
      version: Type.String(),
      /** Whether the developers' console may be opened in the page. */
      vconsole: Type.Boolean(),
    }),
  },
} as const satisfies Record<string, Shape>;
