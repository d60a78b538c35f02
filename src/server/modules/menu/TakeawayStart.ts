import type { Address } from "#contract/address/schema.ts";
import { menuSet } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import { menuSchemas } from "#contract/menu/schema.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Serialiser } from "../../platform/bind.ts";
import { OldAnswer } from "../../platform/content/freshOrKept.ts";
import { dataAnswer, type HotAnswer } from "../../platform/content/HotAnswer.ts";
import { WovenAnswer } from "../../platform/content/WovenAnswer.ts";
import type { AddressService } from "../address/address.service.ts";
import type { RestaurantService } from "../restaurant/restaurant.service.ts";
import type { StoreAnswers } from "../restaurant/StoreAnswers.ts";
import type { MenuService } from "./menu.service.ts";

const retryAfterS = 2;
const parts = menuSchemas.takeawayStart.data.properties;

interface Services {
  addresses: AddressService;
  restaurants: RestaurantService;
  answers: StoreAnswers;
  menus: MenuService;
}

interface StartQuery {
  address_id?: string;
  menu_version?: string;
}

interface Beginning {
  address: Address | null;
  store: Restaurant | null;
  menu: { version: string; items: null } | null;
}

/** Where a takeaway begins, in one answer: address, the store that delivers there, and its menu as it is kept. */
export class TakeawayStart {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Throws "not_found" for an address that is not the customer's. */
  async open(
    userId: string,
    { address_id, menu_version }: StartQuery,
    serialiser: Serialiser,
  ): Promise<Beginning | WovenAnswer> {
    const { addresses, menus } = this.#services;
    const chosen = await addresses.choose(userId, address_id);
    if (chosen === null) return { address: null, store: null, menu: null };
    const { address, point } = chosen;
    const store = await this.#deliverer(point, serialiser);
    if (store === null) return { address, store, menu: null };
    const wish = { restaurant_id: store.storecode, category_id: menuSet.takeaway };
    const menu = requireFresh(await menus.takeawayItems(wish, serialiser));
    // Two stores may sell the same at the same prices: who holds one's menu does not hold the other's.
    const version = `${store.storecode}-${menu.version}`;
    if (version === menu_version) return { address, store, menu: { version, items: null } };
    const texts = [serialiser(parts.address)(address), serialiser(parts.store)(store)];
    return new WovenAnswer(
      `{"code":200,"msg":"ok","data":{"address":${texts[0]},"store":${texts[1]},"menu":{"version":"${version}","items":`,
      menu,
      "}}}",
    );
  }

  async #deliverer(point: Position, serialiser: Serialiser): Promise<Restaurant | null> {
    const { restaurants, answers } = this.#services;
    const answer = await answers.get(["deliverer", point], async () => {
      const { data, from, until } = await restaurants.list({ ...point, service: "takeaway", pageSize: 1 });
      return { answer: dataAnswer(serialiser(parts.store)(data.stores[0] ?? null)), from, until };
    });
    return JSON.parse(requireFresh(answer).data.toString()) as Restaurant | null;
  }
}

/** Orders begin here: with what may not be true any more none does. */
function requireFresh(answer: HotAnswer | OldAnswer): HotAnswer {
  if (answer instanceof OldAnswer) throw new AppError("unavailable", {}, undefined, retryAfterS);
  return answer;
}
