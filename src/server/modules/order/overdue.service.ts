import type { OrderAlarmEvent } from "#contract/events.ts";
import type { Deps } from "../../platform/Deps.ts";
import { findById as findRestaurantById } from "../restaurant/restaurant.repository.ts";
import type { OrderRow } from "./order.repository.ts";
import * as repository from "./order.repository.ts";
import { publishOrderAlarm } from "./order-alarm.events.ts";
import { acceptanceDeadline, autoCompleteAt, overdueAt } from "./order-deadline.rules.ts";
import type { OrderStateService } from "./order-state.service.ts";

/** History reason for an order completed by the system. */
const autoCompleteReason = "门店未更新进度，营业日结束自动完成";

/** Handles orders without progress at their restaurant: first an alarm, then completion or cancellation. */
export class OverdueService {
  readonly #deps: Deps;
  readonly #states: OrderStateService;

  constructor(deps: Deps, states: OrderStateService) {
    this.#deps = deps;
    this.#states = states;
  }

  /** Alarms the restaurant once before a paid order is cancelled; false when the cancellation is due. */
  async warnUnaccepted(order: OrderRow): Promise<boolean> {
    const now = this.#deps.clock.now();
    const until = acceptanceDeadline(order, now, this.#deps.chainSettings.at(order.createdAt));
    if (until <= now) return false;
    if (order.alarmedAt === null) await this.#alarm(order, "unaccepted_soon", until);
    else await this.#postpone(order, until);
    return true;
  }

  /**
   * Checks an accepted or preparing order: raises the alarm after the restaurant's time limit, and completes
   * the order at the end of the business day.
   */
  async handleOverdue(order: OrderRow): Promise<void> {
    const now = this.#deps.clock.now();
    const rules = this.#deps.chainSettings.at(order.createdAt);
    const restaurant = await findRestaurantById(this.#deps.database.lookups, order.restaurantId);
    const alarmAt = overdueAt(order, restaurant, now, rules);
    const completeAt = autoCompleteAt(order, restaurant, now, rules);
    if (alarmAt > now) await this.#postpone(order, alarmAt);
    else if (order.alarmedAt === null) await this.#alarm(order, "overdue", completeAt);
    else if (completeAt > now) await this.#postpone(order, completeAt);
    else await this.#autoComplete(order, now);
  }

  async #alarm(order: OrderRow, kind: OrderAlarmEvent["kind"], dueAt: Date): Promise<void> {
    const now = this.#deps.clock.now();
    await this.#deps.database.transaction(async (tx) => {
      if (await repository.setAlarm(tx, order, { alarmedAt: now, dueAt }))
        publishOrderAlarm(tx, order, kind, now);
    });
    const { id, restaurantId, status } = order;
    this.#deps.log.warn(
      { event: "order_alarm", kind, order: id, restaurant: restaurantId, status },
      "an order is not moved",
    );
  }

  async #postpone(order: OrderRow, dueAt: Date): Promise<void> {
    const { alarmedAt } = order;
    await this.#deps.database.transaction((tx) => repository.setAlarm(tx, order, { alarmedAt, dueAt }));
  }

  async #autoComplete(order: OrderRow, now: Date): Promise<void> {
    const change = { to: "completed", actor: "system", reason: autoCompleteReason, now } as const;
    await this.#deps.database.transaction((tx) =>
      this.#states.changeStatus(tx, order, { ...change, values: { completedAt: now } }),
    );
  }
}
