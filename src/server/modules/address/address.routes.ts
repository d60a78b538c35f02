import type { FastifyInstance } from "fastify";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { addressSchemas } from "#contract/address/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { PlaceSearchService } from "../place/place-search.service.ts";
import type { AddressService } from "./address.service.ts";

/** Registers the endpoints of the address book, and the search for places. */
export function addressRoutes(
  app: FastifyInstance,
  guard: Guard,
  addresses: AddressService,
  places: PlaceSearchService,
): void {
  registerEndpoints(app, { endpoints: addressEndpoints, schemas: addressSchemas }, guard, {
    list: ({ customerId }) => addresses.list(customerId),
    add: ({ customerId, body }) => addresses.add(customerId, body),
    update: ({ customerId, body }) => addresses.update(customerId, body),
    remove: async ({ customerId, query }) => {
      await addresses.remove(customerId, query.id);
      return null;
    },
    setDefault: ({ customerId, body }) => addresses.setDefault(customerId, body.id),
    searchLocation: async ({ customerId, body }) => ({ pois: await places.search(customerId, body) }),
  });
}
