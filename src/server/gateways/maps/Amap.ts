import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { Poi } from "#contract/address/schema.ts";
import type { Config } from "../../config.ts";
import { GatewayError } from "../GatewayError.ts";
import { type CallLog, ProviderCalls } from "../ProviderCalls.ts";
import { readLimited } from "../read-limited.ts";

/** Searches places by name. */
export interface MapsGateway {
  /**
   * Returns at most 20 matching places of a city.
   * @throws GatewayError when the service fails or refuses
   */
  searchPlaces(city: string, keyword: string): Promise<Poi[]>;
}

const timeoutMs = 5_000;
const maxResponseBytes = 1_000_000;

/** A text field; Amap sends an empty value as an empty list. */
const OptionalText = Type.Union([Type.String(), Type.Array(Type.Unknown())]);
const Place = Type.Object({
  id: Type.String(),
  name: Type.String(),
  location: Type.String({ pattern: "^-?[\\d.]+,-?[\\d.]+$" }),
  address: Type.Optional(OptionalText),
  adcode: Type.Optional(OptionalText),
  citycode: Type.Optional(OptionalText),
  cityname: Type.Optional(OptionalText),
  adname: Type.Optional(OptionalText),
  pname: Type.Optional(OptionalText),
  type: Type.Optional(OptionalText),
  typecode: Type.Optional(OptionalText),
});
const PlacesResponse = Type.Object({ status: Type.Literal("1"), pois: Type.Array(Type.Unknown()) });

function toText(value: Static<typeof OptionalText> | undefined, max: number): string {
  return typeof value === "string" ? value.slice(0, max) : "";
}

function toPoi(place: Static<typeof Place>): Poi {
  return {
    id: place.id.slice(0, 64),
    name: place.name.slice(0, 100),
    address: toText(place.address, 200),
    location: place.location,
    adcode: toText(place.adcode, 12),
    citycode: toText(place.citycode, 12),
    cityname: toText(place.cityname, 50),
    adname: toText(place.adname, 50),
    pname: toText(place.pname, 50),
    type: toText(place.type, 100),
    typecode: toText(place.typecode, 40) || "0",
  };
}

/** Returns whether an address can be saved with the place: the service's response is untrusted input. */
function isUsable(poi: Poi): boolean {
  const [lng, lat] = poi.location.split(",").map(Number);
  return Value.Check(Poi, poi) && Math.abs(Number(lng)) <= 180 && Math.abs(Number(lat)) <= 90;
}

/** Client of Amap's place search v3 (lbs.amap.com, "search POI", /v3/place/text). */
export class Amap implements MapsGateway {
  readonly #config: Config["maps"];
  readonly #calls: ProviderCalls;

  constructor(config: Config["maps"], log?: CallLog) {
    this.#config = config;
    this.#calls = new ProviderCalls("amap", log);
  }

  async searchPlaces(city: string, keyword: string): Promise<Poi[]> {
    const query = new URLSearchParams({
      key: this.#config.serverKey,
      keywords: keyword,
      city,
      citylimit: "true",
      offset: "20",
      page: "1",
      extensions: "base",
      output: "json",
    });
    const { pois } = await this.#calls.run("search", async () => {
      const body = await this.#get(`${this.#config.baseUrl}/v3/place/text?${query}`);
      if (!Value.Check(PlacesResponse, body)) throw new GatewayError("maps", "refused", false);
      return body;
    });
    return pois
      .filter((place) => Value.Check(Place, place))
      .map(toPoi)
      .filter(isUsable);
  }

  async #get(url: string): Promise<unknown> {
    try {
      const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
      if (Number(response.headers.get("content-length") ?? 0) > maxResponseBytes)
        throw new Error("answer too large");
      return JSON.parse(await readLimited(response, maxResponseBytes));
    } catch (error) {
      throw new GatewayError("maps", "no answer", true, { cause: error });
    }
  }
}
