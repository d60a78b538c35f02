import type { FastifyInstance } from "fastify";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantSchemas } from "#contract/restaurant/schema.ts";
import { bindCalls, type Guard, type Handlers, type Serialiser } from "../../platform/bind.ts";
import { dataAnswer } from "../../platform/content/HotAnswer.ts";
import type { MenuService } from "../menu/menu.service.ts";
import type { RestaurantService, StorePage } from "./restaurant.service.ts";
import type { StoreAnswers, TimedAnswer } from "./StoreAnswers.ts";

const { list, categories } = restaurantSchemas;
const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

function timed({ data, from, until }: StorePage, serialiser: Serialiser): TimedAnswer {
  return { answer: dataAnswer(serialiser(list.data)({ data })), from, until };
}

export function restaurantRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { restaurants: RestaurantService; menus: MenuService; answers: StoreAnswers },
): void {
  const { restaurants, menus, answers } = services;
  const handlers: Handlers<typeof restaurantEndpoints> = {
    list: ({ query, serialiser }) =>
      answers.get(["list", query], async () => timed(await restaurants.list(query), serialiser)),
    detail: ({ query, serialiser }) =>
      answers.get(["detail", query], async () => timed(await restaurants.detail(query), serialiser)),
    search: ({ query }) => restaurants.search(query),
    categories: ({ serialiser }) =>
      answers.get(["categories"], async () => {
        const text = serialiser(categories.data)(await menus.categories());
        return { answer: dataAnswer(text), ...always };
      }),
    slots: ({ query }) => restaurants.slots(query),
    toggleFavourite: ({ customerId, query }) => restaurants.toggleFavourite(customerId, query.restaurant_id),
    favourites: ({ customerId }) => restaurants.favourites(customerId),
  };
  const part = { endpoints: restaurantEndpoints, schemas: restaurantSchemas };
  bindCalls(app, part, guard, handlers, ["list", "detail", "categories"]);
}
