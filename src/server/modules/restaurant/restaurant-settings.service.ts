import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { formatSpans } from "#contract/restaurant/opening-hours.ts";
import type { RestaurantSettings } from "#contract/staff/restaurant/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { parseLocalTime } from "../../platform/time/local-time.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import type { StaffRow } from "../staff/staff.repository.ts";
import { requireRestaurantAccess } from "../staff/staff-access.rules.ts";
import { followHours, listBookingsOutside } from "./business-days.service.ts";
import { findBusinessDate, spansOn } from "./opening-hours.rules.ts";
import { assertSpans, listCurrentDays, sortSpans, sortSpecialDays } from "./opening-times.rules.ts";
import { presentSettings } from "./restaurant.presenter.ts";
import * as repository from "./restaurant.repository.ts";
import { lockForUpdate } from "./restaurant-admin.repository.ts";

/** A pause is for a rush or a broken oven; a longer closure is not a pause. */
const maxPauseMs = 7 * 86_400_000;

/** Settings that a restaurant changes itself: pause, automatic acceptance, and the hours of today. Changes are in the audit log. */
export class RestaurantSettingsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async getSettings(staffId: string, requestedId: string | undefined): Promise<RestaurantSettings> {
    const { queries } = this.#deps.database;
    const { member, restaurantId } = await requireRestaurantAccess(queries, staffId, requestedId);
    const row = await repository.findById(queries, restaurantId);
    if (row === undefined) throw new AppError("restaurant_not_found");
    return presentSettings(row, this.#deps.clock.now(), this.#maySetAutoAccept(member));
  }

  /** Pauses immediate orders until a time of Asia/Shanghai; null ends the pause. */
  async pause(
    staffId: string,
    request: { restaurant_id?: string; until: string | null },
  ): Promise<RestaurantSettings> {
    const now = this.#deps.clock.now();
    const pausedUntil = request.until === null ? null : parseLocalTime(request.until);
    if (request.until !== null && pausedUntil === null) throw invalid("时间格式不正确", "until");
    if (pausedUntil !== null && (pausedUntil <= now || pausedUntil > addMs(now, maxPauseMs)))
      throw ruleBroken("请选择七天内的时间", "until");
    const values = { pausedUntil, pauseReason: null };
    return await this.#update(staffId, request.restaurant_id, values, "restaurant.pause", {
      until: request.until,
    });
  }

  /** Throws "forbidden" for restaurant staff if the chain's settings leave it to the head office. */
  async setAutoAccept(
    staffId: string,
    request: { restaurant_id?: string; auto_accept: boolean },
  ): Promise<RestaurantSettings> {
    const { auto_accept: autoAccept } = request;
    const detail = { auto_accept: autoAccept };
    return await this.#update(
      staffId,
      request.restaurant_id,
      { autoAccept },
      "restaurant.auto-accept",
      detail,
    );
  }

  /**
   * Sets the times of opening of the business day, which `date` must be; null returns to those of the weekday. Returns
   * also the pickup codes of bookings outside them. Throws "rule_broken" when that day is over, and for times that
   * overlap.
   */
  async setTodayHours(
    staffId: string,
    request: { restaurant_id?: string; date: string; spans: OpeningSpans | null },
  ): Promise<{ settings: RestaurantSettings; outside: string[] }> {
    const now = this.#deps.clock.now();
    const { date } = request;
    const spans = request.spans && sortSpans(request.spans);
    if (spans !== null) assertSpans(spans, "今天", "spans");
    return await this.#deps.database.transaction(async (tx) => {
      const { member, restaurantId } = await requireRestaurantAccess(tx, staffId, request.restaurant_id);
      const row = await lockForUpdate(tx, restaurantId, "no key update");
      if (row === undefined) throw new AppError("restaurant_not_found");
      if (date !== findBusinessDate(row, now)) throw ruleBroken("已经是新的一天，请重新打开", "date");
      const otherDays = listCurrentDays(row.specialDays, now).filter((day) => day.date !== date);
      const specialDays = spans === null ? otherDays : [...otherDays, { date, spans }];
      const values = { specialDays: sortSpecialDays(specialDays), version: row.version + 1 };
      const changed = await repository.update(tx, restaurantId, values);
      if (changed === undefined) throw new AppError("restaurant_not_found");
      await followHours(tx, restaurantId, { before: row, after: changed, now });
      const detail = { date, hours: formatSpans(spansOn(changed, date)) };
      const action = "restaurant.today-hours";
      await insertAudit(tx, { actor: staffId, action, target: restaurantId, detail, createdAt: now });
      const outside = await listBookingsOutside(tx, changed, now);
      return { settings: presentSettings(changed, now, this.#maySetAutoAccept(member)), outside };
    });
  }

  #maySetAutoAccept({ role }: StaffRow): boolean {
    return role === "admin" || this.#deps.chainSettings.current.restaurants.auto_accept;
  }

  async #update(
    staffId: string,
    requestedId: string | undefined,
    values: Partial<repository.RestaurantRow>,
    action: string,
    detail: Record<string, unknown>,
  ): Promise<RestaurantSettings> {
    const now = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const { member, restaurantId } = await requireRestaurantAccess(tx, staffId, requestedId);
      const maySetAutoAccept = this.#maySetAutoAccept(member);
      if ("autoAccept" in values && !maySetAutoAccept)
        throw new AppError("forbidden", {}, "自动接单由总部设置");
      const row = await repository.update(tx, restaurantId, values);
      if (row === undefined) throw new AppError("restaurant_not_found");
      await insertAudit(tx, { actor: staffId, action, target: restaurantId, detail, createdAt: now });
      return presentSettings(row, now, maySetAutoAccept);
    });
  }
}
