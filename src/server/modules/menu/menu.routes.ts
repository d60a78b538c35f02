import type { FastifyInstance } from "fastify";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { menuSchemas } from "#contract/menu/schema.ts";
import { type Guard, type Handlers, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { MenuService } from "./menu.service.ts";
import type { TakeawayBootstrapService } from "./takeaway-bootstrap.service.ts";

export function menuRoutes(
  app: FastifyInstance,
  guard: Guard,
  { menus, bootstrap }: { menus: MenuService; bootstrap: TakeawayBootstrapService },
): void {
  const handlers: Handlers<typeof menuEndpoints> = {
    items: ({ query, serializer: serialiser }) => menus.items(query, serialiser),
    takeawayItems: ({ query, serializer: serialiser }) => menus.takeawayItems(query, serialiser),
    popular: ({ query, serializer: serialiser }) => menus.popular(query, serialiser),
    takeawayStart: ({ customerId, query, serializer: serialiser }) =>
      bootstrap.getBootstrap(customerId, query, serialiser),
  };
  const resource = { endpoints: menuEndpoints, schemas: menuSchemas };
  registerEndpoints(app, resource, guard, handlers, ["items", "takeawayItems", "popular"]);
}
