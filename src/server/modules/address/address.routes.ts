import type { FastifyInstance } from "fastify";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { addressSchemas } from "#contract/address/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { AddressService } from "./address.service.ts";

export function addressRoutes(app: FastifyInstance, guard: Guard, addresses: AddressService): void {
  registerEndpoints(app, { endpoints: addressEndpoints, schemas: addressSchemas }, guard, {
    list: ({ customerId }) => addresses.list(customerId),
    add: ({ customerId, body }) => addresses.add(customerId, body),
    update: ({ customerId, body }) => addresses.update(customerId, body),
    remove: async ({ customerId, query }) => {
      await addresses.remove(customerId, query.id);
      return null;
    },
    setDefault: ({ customerId, body }) => addresses.setDefault(customerId, body.id),
    searchLocation: ({ customerId, body }) => addresses.searchPlaces(customerId, body),
  });
}
