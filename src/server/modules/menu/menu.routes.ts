import type { FastifyInstance } from "fastify";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { menuSchemas } from "#contract/menu/schema.ts";
import { bindCalls, type Guard, type Handlers } from "../../platform/bind.ts";
import type { MenuService } from "./menu.service.ts";
import type { TakeawayStart } from "./TakeawayStart.ts";

export function menuRoutes(
  app: FastifyInstance,
  guard: Guard,
  { menus, start }: { menus: MenuService; start: TakeawayStart },
): void {
  const handlers: Handlers<typeof menuEndpoints> = {
    items: ({ query, serialiser }) => menus.items(query, serialiser),
    takeawayItems: ({ query, serialiser }) => menus.takeawayItems(query, serialiser),
    popular: ({ query, serialiser }) => menus.popular(query, serialiser),
    takeawayStart: ({ customerId, query, serialiser }) => start.open(customerId, query, serialiser),
  };
  const part = { endpoints: menuEndpoints, schemas: menuSchemas };
  bindCalls(app, part, guard, handlers, ["items", "takeawayItems", "popular"]);
}
