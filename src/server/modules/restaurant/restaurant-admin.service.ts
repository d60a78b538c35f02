import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { pageSizeDefault, slotMinutesOptions } from "#contract/constants.ts";
import { findPolygonProblem, removeClosingCorner } from "#contract/delivery-polygon.ts";
import { formatYuanDecimal } from "#contract/money.ts";
import type { SpecialDay } from "#contract/restaurant/opening-hours.schema.ts";
import type { ChainRestaurant, RestaurantForm } from "#contract/staff/restaurant-admin/schema.ts";
import type { ChainSettingsSource } from "../../platform/Deps.ts";
import type { Database, QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { deleteSessionsOfAll } from "../../platform/security/session.repository.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { removeRestaurant } from "../staff/staff-restaurant.repository.ts";
import { followHours, listBookingsOutside } from "./business-days.service.ts";
import {
  assertSpecialDays,
  assertWeekHours,
  listCurrentDays,
  sortSpans,
  sortSpecialDays,
} from "./opening-times.rules.ts";
import * as restaurants from "./restaurant.repository.ts";
import * as repository from "./restaurant-admin.repository.ts";
import {
  type ChainQuery,
  listChangedSettings,
  parseChainFilter,
  presentSettingsForm,
  toColumns,
} from "./restaurant-form.presenter.ts";
import { presentChainPictures } from "./restaurant-pictures.service.ts";

/** Orders whose numbers a refusal names. */
const namedOrders = 5;

/**
 * Opens, changes and closes restaurants of the chain. `actor` is the id of the admin, or "operator:<name>".
 */
export class RestaurantAdminService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #chainSettings: ChainSettingsSource;

  constructor(deps: { database: Database; clock: Clock; chainSettings: ChainSettingsSource }) {
    this.#database = deps.database;
    this.#clock = deps.clock;
    this.#chainSettings = deps.chainSettings;
  }

  /** Lists restaurants by code, or with `closed` those closed for good. */
  async list({
    page = 1,
    pageSize = pageSizeDefault,
    ...query
  }: ChainQuery & { page?: number; pageSize?: number }) {
    const { queries } = this.#database;
    const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const rows = await repository.listChain(queries, parseChainFilter(query), range);
    const list = await this.#present(queries, rows.slice(0, pageSize));
    return { list, page, pageSize, has_more: rows.length > pageSize };
  }

  /**
   * Opens a restaurant. Throws "conflict" for a code that is or was in use, "restaurant_not_found" for
   * `copy_from`, and the errors of `assertConsistent`.
   */
  async create(
    tx: QueryRunner,
    actor: string,
    input: RestaurantForm & { restaurant_id: string; copy_from?: string },
  ): Promise<ChainRestaurant> {
    const { restaurant_id: id, copy_from: from, ...form } = input;
    const now = this.#clock.now();
    const settings = checkForm(form, this.#chainSettings.current);
    assertNoPastDays(settings, [], now);
    if (from !== undefined && (await restaurants.findById(tx, from)) === undefined)
      throw new AppError("restaurant_not_found");
    const row = await repository.insert(tx, { id, ...toColumns(settings) });
    if (row === undefined) throw new AppError("conflict", {}, `门店编号 ${id} 已经用过，请换一个`);
    if (from !== undefined) await repository.copyDishes(tx, from, id);
    await this.#audit(tx, actor, "restaurant.create", id, {
      name: settings.name,
      ...(from !== undefined && { copy_from: from }),
    });
    return await this.#presentOne(tx, row);
  }

  /**
   * Changes the settings of a restaurant; returns also the pickup codes of bookings that new hours leave out. Throws
   * "restaurant_not_found", "conflict" with the current settings if
   * they are no longer those of `version`, and the errors of `assertConsistent`.
   */
  async update(
    tx: QueryRunner,
    actor: string,
    input: RestaurantForm & { restaurant_id: string; version: number },
  ): Promise<ChainRestaurant & { outside: string[] }> {
    const { restaurant_id: id, version, ...form } = input;
    const now = this.#clock.now();
    const settings = checkForm(form, this.#chainSettings.current);
    const row = await repository.lockForUpdate(tx, id, "no key update");
    if (row === undefined) throw new AppError("restaurant_not_found");
    assertNoPastDays(settings, row.specialDays, now);
    settings.special_days = listCurrentDays(settings.special_days, now);
    const changes = listChangedSettings(presentSettingsForm(row, now), settings);
    // The same change again, or a form that was saved untouched.
    if (Object.keys(changes).length === 0) return { ...(await this.#presentOne(tx, row)), outside: [] };
    if (row.version !== version)
      throw new AppError("conflict", { current: await this.#presentOne(tx, row) }, "这家门店刚被别人改过");
    const changed = await restaurants.update(tx, id, { ...toColumns(settings), version: version + 1 });
    if (changed === undefined) throw new AppError("restaurant_not_found");
    const hasOtherHours = "week_hours" in changes || "special_days" in changes;
    if (hasOtherHours) await followHours(tx, id, { before: row, after: changed, now });
    await this.#audit(tx, actor, "restaurant.update", id, changes);
    const outside = hasOtherHours ? await listBookingsOutside(tx, changed, now) : [];
    return { ...(await this.#presentOne(tx, changed)), outside };
  }

  /**
   * Closes a restaurant for good: customers no longer find it, new orders are refused, and its staff lose their access;
   * sessions of its staff end, whose screens and streams may belong to it. Throws "restaurant_not_found", "rule_broken"
   * while orders are open.
   */
  async close(actor: string, id: string): Promise<ChainRestaurant> {
    return await this.#database.transaction(async (tx) => {
      const row = await repository.lockForUpdate(tx, id, "update");
      if (row === undefined) throw new AppError("restaurant_not_found");
      const open = await repository.listOpenOrders(tx, id, namedOrders + 1);
      if (open.length > 0) throw ruleBroken(describeOpenOrders(open), "restaurant_id");
      const closedAt = this.#clock.now();
      const closed = await restaurants.update(tx, id, { closedAt, version: row.version + 1 });
      if (closed === undefined) throw new AppError("restaurant_not_found");
      const staffIds = await removeRestaurant(tx, id);
      await deleteSessionsOfAll(tx, "staff", staffIds);
      await this.#audit(tx, actor, "restaurant.close", id, { name: row.name, staff: staffIds.length });
      return await this.#presentOne(tx, closed);
    });
  }

  async #presentOne(queries: QueryRunner, row: restaurants.RestaurantRow): Promise<ChainRestaurant> {
    const [restaurant] = await this.#present(queries, [row]);
    if (restaurant === undefined) throw new AppError("restaurant_not_found");
    return restaurant;
  }

  async #present(queries: QueryRunner, rows: restaurants.RestaurantRow[]): Promise<ChainRestaurant[]> {
    const counts = await repository.countDishes(
      queries,
      rows.map(({ id }) => id),
    );
    const now = this.#clock.now();
    return rows.map((row) => ({
      restaurant_id: row.id,
      version: row.version,
      ...presentSettingsForm(row, now),
      dishes: counts.get(row.id) ?? 0,
      pictures: presentChainPictures(row),
      closed_at: row.closedAt?.toISOString() ?? null,
    }));
  }

  async #audit(
    tx: QueryRunner,
    actor: string,
    action: string,
    target: string,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await insertAudit(tx, { actor, action, target, detail, createdAt: this.#clock.now() });
  }
}

function describeOpenOrders(open: { id: string; pickupCode: string | null }[]): string {
  const names = open.slice(0, namedOrders).map(({ id, pickupCode }) => pickupCode ?? id);
  const more = open.length > namedOrders ? " 等" : "";
  return `还有未完成的订单：${names.join("、")}${more}，请先完成或取消`;
}

/** Returns a form as it is stored. Throws the errors of `assertConsistent`. */
function checkForm(form: RestaurantForm, chain: ChainSettings): RestaurantForm {
  const settings = normalise(form);
  assertConsistent(settings, chain);
  return settings;
}

/** Throws "rule_broken" for a special day of the past that is not known, as after a slip in the year. */
function assertNoPastDays(form: RestaurantForm, known: readonly SpecialDay[], now: Date): void {
  const current = new Set([...listCurrentDays(form.special_days, now), ...known].map(({ date }) => date));
  const past = form.special_days.find(({ date }) => !current.has(date));
  if (past !== undefined) throw ruleBroken(`${past.date} 已经过去，请改日期或移除`, "special_days");
}

/** Trims all texts, sorts the hours, and opens the ring of the area. Throws "validation" for a text that is then empty. */
function normalise(form: RestaurantForm): RestaurantForm {
  const texts = {
    name: form.name,
    phone: form.phone,
    address: form.address,
    city: form.city,
    district: form.district,
  };
  const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]));
  for (const [name, text] of Object.entries(trimmed)) if (text === "") throw invalid("请填写完整", name);
  const { delivery_polygon: polygon } = form;
  return {
    ...form,
    ...trimmed,
    week_hours: form.week_hours.map(sortSpans),
    special_days: sortSpecialDays(form.special_days),
    delivery_polygon: polygon && removeClosingCorner(polygon),
  };
}

/** Throws "rule_broken" for hours that overlap, for a delivery without area
 * or free before it is possible, and for an area that is none. */
function assertConsistent(form: RestaurantForm, { delivery, booking }: ChainSettings): void {
  assertWeekHours(form.week_hours);
  assertSpecialDays(form.special_days);
  const days = form.booking_days ?? booking.days;
  if ((form.booking_lead_minutes ?? booking.lead_minutes) >= days * 1440)
    throw ruleBroken("提前的时间比可预约的天数还长", "booking_lead_minutes");
  const { slot_minutes: slotMinutes } = form;
  if (slotMinutes !== null && !slotMinutesOptions.some((minutes) => minutes === slotMinutes))
    throw ruleBroken(`时段长度请填 ${slotMinutesOptions.join("、")} 分钟中的一个`, "slot_minutes");
  const minimumFen = form.minimum_order ?? delivery.minimum;
  const freeFromFen = form.free_delivery_from ?? delivery.free_from;
  if (freeFromFen < minimumFen)
    throw ruleBroken(`免配送费金额不能低于起送价 ¥${formatYuanDecimal(minimumFen)}`, "free_delivery_from");
  const { delivery_polygon: polygon } = form;
  if (polygon === null) {
    if (form.delivers && form.delivery_radius === 0) throw ruleBroken("请填写配送半径", "delivery_radius");
    return;
  }
  const problem = findPolygonProblem(form, polygon);
  if (problem !== null) throw ruleBroken(problem, "delivery_polygon");
}
