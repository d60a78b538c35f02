import type { FastifyInstance } from "fastify";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { menuSchemas } from "#contract/menu/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { MenuService } from "./menu.service.ts";
import type { TakeawayStart } from "./TakeawayStart.ts";

export function menuRoutes(
  app: FastifyInstance,
  guard: Guard,
  { menus, start }: { menus: MenuService; start: TakeawayStart },
): void {
  bindCalls(app, { endpoints: menuEndpoints, schemas: menuSchemas }, guard, {
    items: ({ query, serialiser }) => menus.items(query, serialiser),
    takeawayItems: ({ query, serialiser }) => menus.takeawayItems(query, serialiser),
    popular: ({ query, serialiser }) => menus.popular(query, serialiser),
    takeawayStart: ({ customerId, query, serialiser }) => start.open(customerId, query, serialiser),
  });
}
