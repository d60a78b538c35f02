import Type from "typebox";
import type { EndpointSchema } from "../schema-helpers.ts";

export const restaurantCitySchemas = {
  /** National codes of the cities in which the chain has restaurants. */
  list: { data: Type.Object({ codes: Type.Array(Type.String()) }) },
} as const satisfies Record<string, EndpointSchema>;
