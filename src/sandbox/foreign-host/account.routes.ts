import type { FastifyInstance, FastifyRequest } from "fastify";
import { places } from "./catalogue.ts";
import type { HostState, StoredAddress } from "./HostState.ts";
import { failure, success } from "./responses.ts";

type Body = Record<string, unknown>;

/**
 * Login, profile and address book with the field names of the published API; each response uses one of the
 * permitted shapes.
 */
export function accountRoutes(state: HostState) {
  return async (app: FastifyInstance): Promise<void> => {
    const findUserId = (request: FastifyRequest) => state.findUserId(request.headers.authorization);
    app.post<{ Body: Body }>("/api/v1/user/send-code", async ({ body }) => {
      state.sendCode(String(body.phone));
      return success();
    });
    app.post<{ Body: Body }>("/api/v1/user/login", async ({ body }, reply) => {
      const token = state.login(String(body.phone), String(body.code));
      return token === null ? failure(reply, 400, "验证码不对") : { code: 200, token };
    });
    app.get("/api/v1/user/info", async (request, reply) => {
      const userId = findUserId(request);
      return userId === null
        ? failure(reply, 401, "请先登录")
        : success({ id: userId, phone: state.getPhone(userId) });
    });
    app.put("/api/v1/user/info", async () => success());
    app.post("/api/v1/user/withdraw", async () => ({ code: 500, msg: "暂不支持提现" }));

    app.get("/api/v1/address/list", async (request, reply) => {
      const userId = findUserId(request);
      if (userId === null) return failure(reply, 401, "请先登录");
      return state.addresses.filter((address) => address.userId === userId).map(addressView);
    });
    app.post<{ Body: Body }>("/api/v1/address/add", async (request, reply) => {
      const userId = findUserId(request);
      if (userId === null) return failure(reply, 401, "请先登录");
      const id = state.nextId();
      state.addresses.push({ id, userId, isDefault: false, form: request.body });
      if (request.body.is_default) state.setDefault(userId, id);
      return success();
    });
    app.put<{ Body: Body }>("/api/v1/address/update", async ({ body }, reply) => {
      const address = state.addresses.find(({ id }) => String(id) === String(body.id));
      if (address === undefined) return failure(reply, 404, "没有这个地址");
      address.form = body;
      return success();
    });
    app.delete<{ Querystring: Body }>("/api/v1/address/delete", async ({ query }) => {
      state.addresses = state.addresses.filter(({ id }) => String(id) !== query.id);
      return success();
    });
    app.put<{ Body: Body }>("/api/v1/address/set-default", async (request, reply) => {
      const userId = findUserId(request);
      if (userId === null) return failure(reply, 401, "请先登录");
      state.setDefault(userId, Number(request.body.id));
      return success();
    });
    app.post<{ Body: Body }>("/api/v1/address/search-location", async ({ body }) => {
      const [city, keyword] = [String(body.city), String(body.keyword)];
      const pois = places.filter(
        ({ cityname = "", name }) => cityname.startsWith(city) && name.includes(keyword),
      );
      return success({ pois });
    });
  };
}

/**
 * Formats an address with the default flag as a number, and the person and the place under their alternative
 * field names.
 */
function addressView({ id, isDefault, form }: StoredAddress) {
  const poi = (form.poi_info ?? {}) as Record<string, unknown>;
  const poiFields = Object.fromEntries(Object.entries(poi).map(([name, value]) => [`poi_${name}`, value]));
  return {
    ...poiFields,
    id,
    contact: form.recipient,
    tel: form.phone,
    city: poi.cityname,
    district: poi.adname,
    detail: form.details,
    house_number: form.house_number,
    is_default: isDefault ? 1 : 0,
  };
}
