import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { Poi } from "#contract/address/schema.ts";
import type { Config } from "../config.ts";
import { GatewayError } from "./GatewayError.ts";

/** Finds places by name. */
export interface MapsGateway {
  /** At most 20 places of a city that match; throws GatewayError when the service did not answer well. */
  searchPlaces(city: string, keyword: string): Promise<Poi[]>;
}

const timeoutMs = 5_000;
const answerMaxBytes = 1_000_000;

/** Amap writes an empty value as an empty list. */
const Loose = Type.Union([Type.String(), Type.Array(Type.Unknown())]);
const Place = Type.Object({
  id: Type.String(),
  name: Type.String(),
  location: Type.String({ pattern: "^-?[\\d.]+,-?[\\d.]+$" }),
  address: Type.Optional(Loose),
  adcode: Type.Optional(Loose),
  citycode: Type.Optional(Loose),
  cityname: Type.Optional(Loose),
  adname: Type.Optional(Loose),
  pname: Type.Optional(Loose),
  type: Type.Optional(Loose),
  typecode: Type.Optional(Loose),
});
const Answer = Type.Object({ status: Type.Literal("1"), pois: Type.Array(Type.Unknown()) });

function plain(value: Static<typeof Loose> | undefined, max: number): string {
  return typeof value === "string" ? value.slice(0, max) : "";
}

function toPoi(place: Static<typeof Place>): Poi {
  return {
    id: place.id.slice(0, 64),
    name: place.name.slice(0, 100),
    address: plain(place.address, 200),
    location: place.location,
    adcode: plain(place.adcode, 12),
    citycode: plain(place.citycode, 12),
    cityname: plain(place.cityname, 50),
    adname: plain(place.adname, 50),
    pname: plain(place.pname, 50),
    type: plain(place.type, 100),
    typecode: plain(place.typecode, 40) || "0",
  };
}

/** Whether an address could be saved with a place: the service's answer is input too. */
function isUsable(poi: Poi): boolean {
  const [lng, lat] = poi.location.split(",").map(Number);
  return Value.Check(Poi, poi) && Math.abs(Number(lng)) <= 180 && Math.abs(Number(lat)) <= 90;
}

/** Amap's place search v3 (lbs.amap.com, "search POI", /v3/place/text). */
export class Amap implements MapsGateway {
  readonly #config: Config["maps"];

  constructor(config: Config["maps"]) {
    this.#config = config;
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
    const answer = await this.#get(`${this.#config.baseUrl}/v3/place/text?${query}`);
    if (!Value.Check(Answer, answer)) throw new GatewayError("maps", "refused", false);
    return answer.pois
      .filter((place) => Value.Check(Place, place))
      .map(toPoi)
      .filter(isUsable);
  }

  async #get(url: string): Promise<unknown> {
    try {
      const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
      if (Number(response.headers.get("content-length") ?? 0) > answerMaxBytes)
        throw new Error("answer too large");
      return JSON.parse(await readCapped(response));
    } catch (error) {
      throw new GatewayError("maps", "no answer", true, { cause: error });
    }
  }
}

/** The body as text; a provider's answer is input too, so it may not grow without bound. */
async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > answerMaxBytes) throw new Error("answer too large");
  }
  return text;
}
