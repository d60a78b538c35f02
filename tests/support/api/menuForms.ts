import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ChainDish } from "#contract/staff/menu-admin/dish.schema.ts";
import { menuAdminEndpoints } from "#contract/staff/menu-admin/endpoints.ts";
import { createIdempotencyKey } from "./buyers.ts";
import type { Client } from "./Client.ts";
import { defaultRestaurantId } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Returns the form of a new dish, as the head office sends it. */
export function createDishForm(overrides: Record<string, unknown> = {}) {
  return {
    spu_id: null as string | null,
    version: null as string | null,
    client_key: createIdempotencyKey(),
    name: "葱油拌面",
    category_id: "noodles",
    description: "现熬葱油",
    image: "",
    day_parts: null as string[] | null,
    weekdays: null as number[] | null,
    sold_from: null as string | null,
    sold_until: null as string | null,
    takeaway: true,
    in_store: true,
    rank: 1_000,
    min_quantity: null as number | null,
    max_quantity: null as number | null,
    allergens: null as string[] | null,
    energy_kj: null as number | null,
    protein_g: null as number | null,
    fat_g: null as number | null,
    carbohydrate_g: null as number | null,
    sodium_mg: null as number | null,
    on_sale: true,
    variants: [
      {
        dish_id: null as string | null,
        spec_name: null as string | null,
        price: 2_200,
        original_price: null as number | null,
      },
    ],
    ...overrides,
  };
}

type Form = Record<string, unknown>;

/** Input that changes fields of a dish as it was read. */
export function inputOf(
  { state: _state, changes: _changes, publish_at: _at, ...fields }: ChainDish,
  changes: Form = {},
) {
  return { ...fields, ...changes };
}

/** Changes the menu as an admin does, and reads it as a customer does. */
export class MenuEditor {
  readonly #app: TestApp;
  readonly #admin: Client;
  readonly #customer: Client;

  constructor(app: TestApp, admin: Client, customer: Client) {
    this.#app = app;
    this.#admin = admin;
    this.#customer = customer;
  }

  /** Sends a new dish, or a changed one, and returns the whole response. */
  async send(overrides: Form = {}) {
    return await this.#admin.call(menuAdminEndpoints.saveDish, {
      body: createDishForm(overrides) as never,
    });
  }

  /** Saves a draft that must be accepted. */
  async save(overrides: Form = {}): Promise<ChainDish> {
    const { status, data, msg } = await this.send(overrides);
    if (status !== 200) throw new Error(`the dish was refused: ${msg}`);
    const { has_same_name: _hasSameName, ...dish } = data;
    return dish;
  }

  /** Publishes drafts, and waits until customers' cached menus have received the change. */
  async publish(body: Form = {}) {
    const result = await this.#admin.call(menuAdminEndpoints.publish, { body: body as never });
    await this.#app.content.waitForDelivery();
    return result;
  }

  /** Lists dishes as the head office sees them. */
  async list(query: Form) {
    return await this.#admin.data(menuAdminEndpoints.dishes, { query: query as never });
  }

  /** Finds a dish as the head office sees it. */
  async find(spuId: string): Promise<ChainDish> {
    for (let page = 1; ; page += 1) {
      const { list, has_more } = await this.list({ page, pageSize: 50 });
      const found = list.find(({ spu_id }) => spu_id === spuId);
      if (found !== undefined) return found;
      if (!has_more) throw new Error(`there is no dish ${spuId}`);
    }
  }

  /** Reads the menu of a restaurant. */
  async readMenu(restaurantId = defaultRestaurantId, query: Form = {}) {
    return await this.#customer.data(menuEndpoints.items, {
      query: { restaurant_id: restaurantId, ...query },
    });
  }

  /** Reads the variants of a dish on the menu of a restaurant. */
  async onMenu(spuId: string, restaurantId?: string, query?: Form) {
    const menu = await this.readMenu(restaurantId, query);
    return menu.filter((item) => item.id === spuId || item.spu_id === spuId);
  }
}
