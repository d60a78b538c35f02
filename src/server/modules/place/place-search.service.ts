import type { Poi } from "#contract/address/schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { OutboundRateLimiter } from "../../platform/limits/OutboundRateLimiter.ts";

/** Searches places at the map service, for customers' addresses and for restaurants. */
export class PlaceSearchService {
  readonly #deps: Deps;
  readonly #limit: OutboundRateLimiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#limit = new OutboundRateLimiter({
      queries: deps.database.queries,
      name: "places",
      rates: deps.config.limits.placeSearch,
      messages: { each: "搜索太频繁，请稍等片刻再试", shop: "搜索的人太多了，请稍后再试" },
    });
  }

  /**
   * Searches places of a city by keyword. Throws "search_failed" when the map service fails, "rate_limited" when this
   * customer or member of staff, or all together, have searched too often.
   */
  async search(callerId: string, { city, keyword }: { city: string; keyword: string }): Promise<Poi[]> {
    if (city.trim() === "") throw invalid("请输入城市", "city");
    if (keyword.trim() === "") throw invalid("请输入关键词", "keyword");
    await this.#limit.consume(callerId);
    try {
      return await this.#deps.maps.searchPlaces(city.trim(), keyword.trim());
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#deps.log.warn({ err: error }, "place search failed");
      throw new AppError("search_failed");
    }
  }
}
