import type { FastifyInstance, FastifyReply } from "fastify";
import type { TimerGroup } from "../shared/TimerGroup.ts";
import { reverseGeocode } from "./reverseGeocode.ts";
import { mapScriptRoutes } from "./script/script.routes.ts";
import { poiView, searchPlaces } from "./searchPlaces.ts";

type MapsBehaviour = { mode: "ok" | "fail" | "slow" | "garbage"; delay_ms: number };
type Query = Record<string, string | undefined>;
type AmapResponse = { status: "0" | "1"; info: string; infocode: string } & Record<string, unknown>;

const behaviourSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    mode: { enum: ["ok", "fail", "slow", "garbage"] },
    delay_ms: { type: "integer", minimum: 0, maximum: 600_000 },
  },
};

const CALLBACK_NAME = /^[A-Za-z_$][\w$.]{0,63}$/;
const MAX_PAGE_SIZE = 25;

function errorResponse(info: string, infocode: string): AmapResponse {
  return { status: "0", info, infocode };
}

function successResponse(content: Record<string, unknown>): AmapResponse {
  return { status: "1", info: "OK", infocode: "10000", ...content };
}

function parsePositiveInt(text: string | undefined, defaultValue: number, max: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, max) : defaultValue;
}

function textSearch(query: Query): AmapResponse {
  const keywords = query.keywords?.trim() ?? "";
  if (!keywords) return errorResponse("MISSING_REQUIRED_PARAMS", "20001");
  const { count, places } = searchPlaces({
    keywords,
    city: query.city?.trim() ?? "",
    cityLimit: query.citylimit === "true",
    page: parsePositiveInt(query.page, 1, 100),
    pageSize: parsePositiveInt(query.offset, 20, MAX_PAGE_SIZE),
  });
  const isFull = query.extensions === "all";
  return successResponse({
    count: String(count),
    suggestion: { keywords: [], cities: [] },
    pois: places.map((place) => poiView(place, isFull)),
  });
}

function regeo(query: Query): AmapResponse {
  const match = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,2}(?:\.\d+)?)$/.exec(query.location?.trim() ?? "");
  if (!match) return errorResponse("INVALID_PARAMS", "20000");
  return successResponse({ regeocode: reverseGeocode(Number(match[1]), Number(match[2])) });
}

/** Sends JSON, or JSONP when the callback has a safe name. */
function send(reply: FastifyReply, response: AmapResponse, callback: string | undefined): FastifyReply {
  reply.header("Access-Control-Allow-Origin", "*").header("X-Content-Type-Options", "nosniff");
  if (callback === undefined) return reply.send(response);
  if (!CALLBACK_NAME.test(callback)) return reply.send(errorResponse("INVALID_PARAMS", "20000"));
  return reply.type("text/javascript; charset=utf-8").send(`${callback}(${JSON.stringify(response)})`);
}

/** Keys that the service knows, and the sandbox's address for browsers. */
type MapsOptions = { serverKey: string; browserKey: string; publicUrl: () => string };

/** The map service in Amap's response format, its script for browsers, and its switch. */
export function mapsRoutes({ serverKey, browserKey, publicUrl }: MapsOptions, timers: TimerGroup) {
  const keys = [serverKey, browserKey];
  return async (app: FastifyInstance): Promise<void> => {
    const behaviour: MapsBehaviour = { mode: "ok", delay_ms: 3_000 };
    const services = { "/amap/v3/place/text": textSearch, "/amap/v3/geocode/regeo": regeo };

    for (const [url, service] of Object.entries(services)) {
      app.get<{ Querystring: Query }>(url, async ({ query }, reply) => {
        if (behaviour.mode === "garbage")
          return reply.type("text/html").send("<html><body><h1>502 Bad Gateway</h1></body></html>");
        if (behaviour.mode === "slow") await timers.delay(behaviour.delay_ms);
        if (behaviour.mode === "fail")
          return send(reply, errorResponse("SERVICE_NOT_AVAILABLE", "10002"), query.callback);
        const isKnown = keys.includes(query.key ?? "");
        return send(
          reply,
          isKnown ? service(query) : errorResponse("INVALID_USER_KEY", "10001"),
          query.callback,
        );
      });
    }
    const waitOrRefuse = async (reply: FastifyReply) => {
      if (behaviour.mode === "slow") await timers.delay(behaviour.delay_ms);
      const refuses = behaviour.mode === "fail" || behaviour.mode === "garbage";
      if (refuses)
        reply.code(502).type("text/html").send("<html><body><h1>502 Bad Gateway</h1></body></html>");
      return refuses;
    };
    await app.register(mapScriptRoutes(browserKey, publicUrl, waitOrRefuse));
    app.get("/amap/behaviour", async () => behaviour);
    app.post<{ Body: Partial<MapsBehaviour> }>(
      "/amap/behaviour",
      { schema: { body: behaviourSchema } },
      async ({ body }) => Object.assign(behaviour, body),
    );
  };
}
