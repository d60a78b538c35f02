import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { type Buyer, createBuyers, createIdempotencyKey, takeawayOrderForm } from "./buyers.ts";
import { type ApiResponse, Client } from "./Client.ts";
import { addPoints } from "./invites.ts";
import { createToken } from "./namedEndpoints.ts";
import { payAtProvider, settleRefunds } from "./paymentProvider.ts";
import type { TestApp } from "./testApp.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * One action of a scenario; `by` and `to` are customers, `nth` counts orders or withdrawals from the newest.
 */
export type InviteAction =
  | { do: "bind"; by: number; to: number }
  | { do: "order"; by: number }
  | { do: "eat"; by: number }
  | { do: "complete"; nth: number }
  | { do: "refund"; nth: number; amount: number | "all" }
  | { do: "withdraw"; by: number; points: number }
  | { do: "review"; nth: number; approve: boolean }
  | { do: "pass"; hours: number }
  | { do: "sweep"; job: "refunds" | "invite-rewards" };

/** A few friends who invite each other, order, return meals and request withdrawals of points. */
export class InviteScenario {
  readonly #app: TestApp;
  readonly friends: Buyer[];
  readonly #orders: OrderReceipt[] = [];
  readonly #withdrawals: string[] = [];
  /** Responses that must never occur: status 401, 500 and above. */
  readonly failures: string[] = [];

  private constructor(app: TestApp, friends: Buyer[]) {
    this.#app = app;
    this.friends = friends;
  }

  /** Creates a scenario in which all customers have points of earlier invites, too few to withdraw twice. */
  static async create(app: TestApp): Promise<InviteScenario> {
    const friends = await createBuyers(app, 3);
    for (const { userId } of friends) await addPoints(app, userId, 1_500, "invite");
    return new InviteScenario(app, friends);
  }

  get ids(): string[] {
    return this.friends.map(({ userId }) => userId);
  }

  /** Performs an action; any response is accepted unless it counts as a failure. */
  async perform(action: InviteAction): Promise<void> {
    if (action.do === "pass") return this.#app.clock.advance(action.hours * hourMs);
    if (action.do === "sweep") return await this.#app.sweep(action.job);
    if (action.do === "bind") return await this.#bind(action.by, action.to);
    if (action.do === "order" || action.do === "eat")
      return await this.#order(action.by, action.do === "eat");
    if (action.do === "withdraw") return await this.#withdraw(action.by, action.points);
    if (action.do === "review") return await this.#review(action.nth, action.approve);
    const order = this.#orders[action.nth];
    if (order === undefined) return;
    if (action.do === "complete") await this.#complete(order.order_id);
    else await this.#refund(order.order_id, action.amount);
  }

  /** Finishes pending work and moves the clock past the waiting week of every meal. */
  async finish(): Promise<void> {
    await settleRefunds(this.#app);
    for (let day = 0; day < 9; day += 3) {
      this.#app.clock.advance(3 * dayMs);
      await this.#app.sweep("invite-rewards");
    }
  }

  async #bind(by: number, to: number): Promise<void> {
    const { invite_code } = await (await this.#friend(to)).data(inviteEndpoints.code);
    const friend = await this.#friend(by);
    this.#recordFailure(await friend.callWithRetry(inviteEndpoints.bind, { body: { invite_code } }));
  }

  async #order(by: number, isCompleted: boolean): Promise<void> {
    const friend = await this.#friend(by);
    const created = await friend.callWithRetry(orderEndpoints.create, { body: takeawayOrderForm(friend) });
    this.#recordFailure(created);
    if (created.status !== 200) return;
    const { order_id } = created.data;
    this.#recordFailure(await friend.callWithRetry(orderEndpoints.pay, { body: { order_id } }));
    await payAtProvider(this.#app, created.data);
    this.#recordFailure(await friend.callWithRetry(orderEndpoints.payQuery, { query: { order_id } }));
    this.#orders.unshift(created.data);
    if (isCompleted) await this.#complete(order_id);
  }

  async #complete(order_id: string): Promise<void> {
    for (const to of ["accepted", "preparing", "delivering", "completed"] as const)
      this.#recordFailure(
        await (await this.#admin()).callWithRetry(orderEndpoints.advance, { body: { order_id, to } }),
      );
  }

  async #refund(order_id: string, amount: number | "all"): Promise<void> {
    const refundInput = amount === "all" ? { type: "full" } : { type: "amount", amount };
    const body = { order_id, refund_no: createIdempotencyKey(), reason_code: "菜品问题", ...refundInput };
    this.#recordFailure(await (await this.#admin()).callWithRetry(orderEndpoints.refund, { body }));
  }

  async #withdraw(by: number, points: number): Promise<void> {
    const body = { points, client_key: createIdempotencyKey() };
    const friend = await this.#friend(by);
    const response = await friend.callWithRetry(withdrawalEndpoints.withdraw, { body });
    this.#recordFailure(response);
    if (response.status === 200) this.#withdrawals.unshift(response.data.withdrawal_id);
  }

  async #review(nth: number, approve: boolean): Promise<void> {
    const withdrawal_id = this.#withdrawals[nth];
    if (withdrawal_id === undefined) return;
    const body = { withdrawal_id, approve, reason: "资料不符", client_key: createIdempotencyKey() };
    this.#recordFailure(await (await this.#admin()).callWithRetry(withdrawalEndpoints.review, { body }));
  }

  /** Logs in for each step: a scenario may pass more time than the thirty days of an unused session. */
  async #friend(nth: number): Promise<Buyer> {
    const { userId, addressId } = this.friends[nth % this.friends.length]!;
    const token = await createToken(this.#app, "customer", userId, dayMs);
    return Object.assign(new Client(this.#app.server, token), { userId, addressId });
  }

  /** Logs in for each step: a staff session expires when idle for long. */
  async #admin(): Promise<Client> {
    const [member] = await this.#app.sql<{ id: string }>("select id from staff where role = 'admin'");
    return new Client(this.#app.server, await createToken(this.#app, "staff", member!.id, dayMs));
  }

  #recordFailure(response: ApiResponse<unknown>): void {
    if (response.status >= 500 || response.status === 401)
      this.failures.push(`${response.status} ${response.error}`);
  }
}
