import type { FastifyInstance } from "fastify";
import { figuresEndpoints } from "#contract/staff/figures/endpoints.ts";
import { figuresSchemas } from "#contract/staff/figures/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { ChainFiguresService } from "./chain-figures.service.ts";
import type { FiguresService } from "./figures.service.ts";

/** Registers the figures, for admins only. */
export function figuresRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database }: Deps,
  { figures, chain }: { figures: FiguresService; chain: ChainFiguresService },
): void {
  const asAdmin = createAdminRunner(database.queries);
  registerEndpoints(app, { endpoints: figuresEndpoints, schemas: figuresSchemas }, guard, {
    overview: ({ staffId, query }) => asAdmin(staffId, () => figures.readOverview(query)),
    series: ({ staffId, query }) => asAdmin(staffId, () => figures.readSeries(query)),
    restaurants: ({ staffId, query }) => asAdmin(staffId, () => figures.listRestaurants(query)),
    dishes: ({ staffId, query }) => asAdmin(staffId, () => figures.listDishes(query)),
    cancellations: ({ staffId, query }) => asAdmin(staffId, () => figures.countCancellations(query)),
    chain: ({ staffId, query }) => asAdmin(staffId, () => chain.read(query)),
    dailyClose: ({ staffId, query }) => asAdmin(staffId, () => figures.readDailyClose(query)),
  });
}
