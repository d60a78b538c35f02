import type { FastifyInstance, FastifyReply } from "fastify";
import { mapScript } from "./mapScript.ts";
import { renderTile } from "./renderTile.ts";

const CALLBACK_NAME = /^[A-Za-z_$][\w$]{0,63}$/;
const MAX_ZOOM = 18;

type ScriptQuery = { v?: string; key?: string; callback?: string };

function parseWhole(text: string, max: number): number | null {
  const value = Number(text);
  return /^\d{1,6}$/.test(text) && value <= max ? value : null;
}

/**
 * Amap's JavaScript API 2.0 as far as the app uses it, with its own tiles. A wrong key gives a script that draws
 * nothing, as at Amap. `waitOrRefuse` answers in place of the service when that is to fail.
 */
export function mapScriptRoutes(
  key: string,
  publicUrl: () => string,
  waitOrRefuse: (reply: FastifyReply) => Promise<boolean>,
) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: ScriptQuery }>("/amap-script/maps", async ({ query }, reply) => {
      if (await waitOrRefuse(reply)) return reply;
      const { v, key: given, callback = "" } = query;
      reply.type("text/javascript; charset=utf-8").header("X-Content-Type-Options", "nosniff");
      if (v !== "2.0" || !CALLBACK_NAME.test(callback))
        return reply.send("console.warn('INVALID_PARAMS');\n");
      if (given !== key) return reply.send("console.warn('INVALID_USER_KEY');\n");
      return reply.send(mapScript(`${publicUrl()}/amap-script`, callback));
    });
    app.get<{ Params: { z: string; x: string; y: string } }>(
      "/amap-script/tiles/:z/:x/:y.svg",
      async ({ params }, reply) => {
        const zoom = parseWhole(params.z, MAX_ZOOM);
        const max = 2 ** (zoom ?? 0) - 1;
        const [x, y] = [parseWhole(params.x, max), parseWhole(params.y, max)];
        if (zoom === null || x === null || y === null) return reply.code(404).send();
        return reply
          .type("image/svg+xml; charset=utf-8")
          .header("Cache-Control", "max-age=3600")
          .send(renderTile(zoom, x, y));
      },
    );
  };
}
