import type { Address, AddressForm, Poi } from "#contract/address/schema.ts";
import type { Position } from "#contract/distance.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import * as users from "../user/user.repository.ts";
import { requirePhone } from "../user/user.service.ts";
import { presentAddress } from "./address.presenter.ts";
import * as repository from "./address.repository.ts";

/** The part of a row that the form decides. Throws a 400 for a blank name or place, or one outside the map. */
function toColumns(form: AddressForm) {
  const [lng = Number.NaN, lat = Number.NaN] = form.poi_info.location.split(",").map(Number);
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw invalid("请选择详细地址", "poi_info.location");
  const recipient = form.recipient.trim();
  // Invisible characters alone are no name (Unicode category C).
  if (recipient.replace(/\p{C}/gu, "").trim() === "") throw invalid("请输入收货人姓名", "recipient");
  const details = form.details.trim();
  if (details === "") throw invalid("请选择详细地址", "details");
  const poi = form.poi_info;
  return {
    recipient,
    phone: requirePhone(form.phone),
    location: form.location.trim(),
    details,
    houseNumber: form.house_number.trim(),
    lat,
    lng,
    poiId: poi.id,
    poiName: poi.name,
    poiAddress: poi.address,
    poiLocation: poi.location,
    poiAdcode: poi.adcode,
    poiCitycode: poi.citycode,
    poiCityname: poi.cityname,
    poiAdname: poi.adname,
    poiPname: poi.pname ?? "",
    poiType: poi.type,
    poiTypecode: poi.typecode,
  };
}

/** A customer's address book; at most one address is the default, the first one becomes it by itself. */
export class AddressService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list(userId: string): Promise<Address[]> {
    return (await repository.listOf(this.#deps.database.queries, userId)).map(presentAddress);
  }

  /** The address of that id, else the default one, null without any. Throws "not_found" for an id of others. */
  async choose(
    userId: string,
    id: string | undefined,
  ): Promise<{ address: Address; point: Position } | null> {
    const { queries } = this.#deps.database;
    const row =
      id === undefined
        ? await repository.defaultOf(queries, userId)
        : await this.#require(queries, userId, id);
    return row === undefined ? null : { address: presentAddress(row), point: { lat: row.lat, lng: row.lng } };
  }

  async add(userId: string, form: AddressForm): Promise<Address> {
    const columns = toColumns(form);
    return await this.#change(userId, async (tx) => {
      const total = await repository.countOf(tx, userId);
      if (total >= this.#deps.config.limits.addresses) throw new AppError("address_limit");
      const now = this.#deps.clock.now();
      const isDefault = form.is_default || total === 0;
      const row = { id: newId(), userId, ...columns, isDefault, createdAt: now, updatedAt: now };
      if (isDefault) await repository.clearDefaults(tx, userId, row.id);
      await repository.insert(tx, row);
      return row.id;
    });
  }

  async update(userId: string, form: AddressForm & { id: string }): Promise<Address> {
    const columns = toColumns(form);
    return await this.#change(userId, async (tx) => {
      await this.#require(tx, userId, form.id);
      if (form.is_default) await repository.clearDefaults(tx, userId, form.id);
      const updatedAt = this.#deps.clock.now();
      await repository.update(tx, form.id, { ...columns, isDefault: form.is_default, updatedAt });
      return form.id;
    });
  }

  async setDefault(userId: string, id: string): Promise<Address> {
    return await this.#change(userId, async (tx) => {
      await this.#require(tx, userId, id);
      await repository.clearDefaults(tx, userId, id);
      await repository.update(tx, id, { isDefault: true, updatedAt: this.#deps.clock.now() });
      return id;
    });
  }

  async remove(userId: string, id: string): Promise<void> {
    if (!(await repository.remove(this.#deps.database.queries, userId, id))) throw new AppError("not_found");
  }

  /** Places of a city by keyword; throws "search_failed" when the map service did not answer well. */
  async searchPlaces(city: string, keyword: string): Promise<{ pois: Poi[] }> {
    if (city.trim() === "") throw invalid("请输入城市", "city");
    if (keyword.trim() === "") throw invalid("请输入关键词", "keyword");
    try {
      return { pois: await this.#deps.maps.searchPlaces(city.trim(), keyword.trim()) };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#deps.log.warn({ err: error }, "place search failed");
      throw new AppError("search_failed");
    }
  }

  /** Runs a change while holding the customer, then answers the changed address. */
  async #change(userId: string, work: (tx: Queries) => Promise<string>): Promise<Address> {
    return await this.#deps.database.transaction(async (tx) => {
      await users.lock(tx, userId);
      return presentAddress(await this.#require(tx, userId, await work(tx)));
    });
  }

  async #require(tx: Queries, userId: string, id: string): Promise<repository.AddressRow> {
    const row = await repository.ownedBy(tx, userId, id);
    if (row === undefined) throw new AppError("not_found");
    return row;
  }
}
