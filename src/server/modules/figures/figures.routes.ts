import type { FastifyInstance } from "fastify";
import { figuresEndpoints } from "#contract/staff/figures/endpoints.ts";
import { figuresSchemas } from "#contract/staff/figures/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { ChainFiguresService } from "./chain-figures.service.ts";
import { FigureAccessService } from "./figure-access.service.ts";
import type { FiguresService } from "./figures.service.ts";

/** Registers the figures: those of the chain for admins, those of restaurants also for their staff. */
export function figuresRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database }: Deps,
  { figures, chain }: { figures: FiguresService; chain: ChainFiguresService },
): void {
  const asAdmin = createAdminRunner(database.lookups);
  const access = new FigureAccessService(database.queries);
  registerEndpoints(app, { endpoints: figuresEndpoints, schemas: figuresSchemas }, guard, {
    overview: async ({ staffId, query }) =>
      await figures.readOverview(await access.limitToRestaurant(staffId, query)),
    series: async ({ staffId, query }) =>
      await figures.readSeries(await access.limitToRestaurant(staffId, query)),
    restaurants: async ({ staffId, query }) =>
      await figures.listRestaurants(query, await access.listRestaurants(staffId)),
    dishes: async ({ staffId, query }) =>
      await figures.listDishes(await access.limitToRestaurant(staffId, query)),
    cancellations: async ({ staffId, query }) =>
      await figures.countCancellations(await access.limitToRestaurant(staffId, query)),
    chain: ({ staffId, query }) => asAdmin(staffId, () => chain.read(query)),
    dailyClose: async ({ staffId, query }) =>
      await figures.readDailyClose(query, await access.listRestaurants(staffId)),
  });
}
