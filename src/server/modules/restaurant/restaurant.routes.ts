import type { FastifyInstance } from "fastify";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantSchemas } from "#contract/restaurant/schema.ts";
import { restaurantCityEndpoints } from "#contract/restaurant-cities/endpoints.ts";
import { restaurantCitySchemas } from "#contract/restaurant-cities/schema.ts";
import { restaurantPictureEndpoints } from "#contract/restaurant-pictures/endpoints.ts";
import { restaurantPictureSchemas } from "#contract/restaurant-pictures/schema.ts";
import { type Guard, type Handlers, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { cachedJson } from "../../platform/response-cache/CachedResponse.ts";
import type { RestaurantResponseCache } from "./RestaurantResponseCache.ts";
import type { RestaurantService } from "./restaurant.service.ts";

/** All but the categories of dishes, which the menu module registers. */
const { categories, ...endpoints } = restaurantEndpoints;
const { list, detail } = restaurantSchemas;

/** Registers the endpoints that find and show restaurants. */
export function restaurantRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { restaurants: RestaurantService; answers: RestaurantResponseCache },
): void {
  const { restaurants, answers } = services;
  const handlers: Handlers<typeof endpoints> = {
    list: ({ query, serializer: serialiser }) =>
      answers.get(["list", query], async () => {
        const { data, from, until } = await restaurants.list(query);
        return { response: cachedJson(serialiser(list.data)({ data })), from, until };
      }),
    detail: ({ query, serializer: serialiser }) =>
      answers.get(["detail", query], async () => {
        const { data, from, until } = await restaurants.getDetail(query);
        return { response: cachedJson(serialiser(detail.data)({ data })), from, until };
      }),
    search: ({ query }) => restaurants.search(query),
    slots: ({ query }) => restaurants.slots(query),
    toggleFavourite: ({ customerId, query }) => restaurants.toggleFavourite(customerId, query.restaurant_id),
    favourites: ({ customerId }) => restaurants.listFavourites(customerId),
  };
  registerEndpoints(app, { endpoints, schemas: restaurantSchemas }, guard, handlers, ["list", "detail"]);
  const pictures = { endpoints: restaurantPictureEndpoints, schemas: restaurantPictureSchemas };
  const pictureHandlers: Handlers<typeof restaurantPictureEndpoints> = {
    read: ({ query, serializer: serialiser }) =>
      answers.get(["pictures", query], async () => {
        const data = await restaurants.getPictures(query.id);
        const response = cachedJson(serialiser(restaurantPictureSchemas.read.data)(data));
        // Until they are changed.
        return { response, from: 0, until: Infinity };
      }),
  };
  registerEndpoints(app, pictures, guard, pictureHandlers, ["read"]);
  const cities = { endpoints: restaurantCityEndpoints, schemas: restaurantCitySchemas };
  const cityHandlers: Handlers<typeof restaurantCityEndpoints> = {
    list: ({ serializer: serialiser }) =>
      answers.get(["cities"], async () => {
        const codes = await restaurants.listCities();
        const response = cachedJson(serialiser(restaurantCitySchemas.list.data)({ codes }));
        return { response, from: 0, until: Infinity };
      }),
  };
  registerEndpoints(app, cities, guard, cityHandlers, ["list"]);
}
