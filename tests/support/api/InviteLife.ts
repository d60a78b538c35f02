import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { type Buyer, newBuyers, newKey, wishOf } from "./buyers.ts";
import { type Answer, Client } from "./Client.ts";
import { newToken } from "./calls.ts";
import { givePoints } from "./inviting.ts";
import { payAtProvider, settleRefunds } from "./provider.ts";
import type { TestApp } from "./testApp.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** More than any story lets pass. */
const yearMs = 365 * dayMs;

/** One thing that somebody does; `by` and `to` are customers, `nth` counts orders or withdrawals from the newest. */
export type InviteDeed =
  | { do: "bind"; by: number; to: number }
  | { do: "order"; by: number }
  | { do: "eat"; by: number }
  | { do: "complete"; nth: number }
  | { do: "refund"; nth: number; amount: number | "all" }
  | { do: "withdraw"; by: number; points: number }
  | { do: "review"; nth: number; approve: boolean }
  | { do: "pass"; hours: number }
  | { do: "sweep"; job: "refunds" | "invite-rewards" };

/** A few friends who invite each other, eat, give meals back and want points paid out. */
export class InviteLife {
  readonly #app: TestApp;
  readonly friends: Buyer[];
  readonly #orders: OrderReceipt[] = [];
  readonly #withdrawals: string[] = [];
  /** Answers that nobody here may ever get: the server's own failures, and not to be known. */
  readonly failures: string[] = [];

  private constructor(app: TestApp, friends: Buyer[]) {
    this.#app = app;
    this.friends = friends;
  }

  /** Everybody has points of earlier invites, fewer than could be paid out twice. */
  static async begin(app: TestApp): Promise<InviteLife> {
    const friends = await newBuyers(app, 3, yearMs);
    for (const { userId } of friends) await givePoints(app, userId, 1_500, "invite");
    return new InviteLife(app, friends);
  }

  get ids(): string[] {
    return this.friends.map(({ userId }) => userId);
  }

  /** Does it; whatever the answer is, unless it counts as a failure, is fine here. */
  async act(deed: InviteDeed): Promise<void> {
    if (deed.do === "pass") return this.#app.clock.pass(deed.hours * hourMs);
    if (deed.do === "sweep") return await this.#app.sweep(deed.job);
    if (deed.do === "bind") return await this.#bind(deed.by, deed.to);
    if (deed.do === "order" || deed.do === "eat") return await this.#order(deed.by, deed.do === "eat");
    if (deed.do === "withdraw") return await this.#withdraw(deed.by, deed.points);
    if (deed.do === "review") return await this.#review(deed.nth, deed.approve);
    const order = this.#orders[deed.nth];
    if (order === undefined) return;
    if (deed.do === "complete") await this.#complete(order.order_id);
    else await this.#refund(order.order_id, deed.amount);
  }

  /** Lets what is under way end, and the week of every meal go by. */
  async end(): Promise<void> {
    await settleRefunds(this.#app);
    for (let day = 0; day < 9; day += 3) {
      this.#app.clock.pass(3 * dayMs);
      await this.#app.sweep("invite-rewards");
    }
  }

  async #bind(by: number, to: number): Promise<void> {
    const { invite_code } = await this.#friend(to).data(inviteEndpoints.code);
    this.#note(await this.#friend(by).persist(inviteEndpoints.bind, { body: { invite_code } }));
  }

  async #order(by: number, isEaten: boolean): Promise<void> {
    const friend = this.#friend(by);
    const made = await friend.persist(orderEndpoints.create, { body: wishOf(friend) });
    this.#note(made);
    if (made.status !== 200) return;
    const { order_id } = made.data;
    this.#note(await friend.persist(orderEndpoints.pay, { body: { order_id } }));
    await payAtProvider(this.#app, made.data);
    this.#note(await friend.persist(orderEndpoints.payQuery, { query: { order_id } }));
    this.#orders.unshift(made.data);
    if (isEaten) await this.#complete(order_id);
  }

  async #complete(order_id: string): Promise<void> {
    for (const to of ["accepted", "preparing", "delivering", "completed"] as const)
      this.#note(await (await this.#admin()).persist(orderEndpoints.advance, { body: { order_id, to } }));
  }

  async #refund(order_id: string, amount: number | "all"): Promise<void> {
    const wish = amount === "all" ? { type: "full" } : { type: "amount", amount };
    const body = { order_id, refund_no: newKey(), reason_code: "菜品问题", ...wish };
    this.#note(await (await this.#admin()).persist(orderEndpoints.refund, { body }));
  }

  async #withdraw(by: number, points: number): Promise<void> {
    const body = { points, client_key: newKey() };
    const answer = await this.#friend(by).persist(withdrawalEndpoints.withdraw, { body });
    this.#note(answer);
    if (answer.status === 200) this.#withdrawals.unshift(answer.data.withdrawal_id);
  }

  async #review(nth: number, approve: boolean): Promise<void> {
    const withdrawal_id = this.#withdrawals[nth];
    if (withdrawal_id === undefined) return;
    const body = { withdrawal_id, approve, reason: "资料不符", client_key: newKey() };
    this.#note(await (await this.#admin()).persist(withdrawalEndpoints.review, { body }));
  }

  #friend(nth: number): Buyer {
    return this.friends[nth % this.friends.length] as Buyer;
  }

  /** Logs in for each step: a session of staff ends when it rests for long. */
  async #admin(): Promise<Client> {
    const [member] = await this.#app.sql<{ id: string }>("select id from staff where role = 'admin'");
    return new Client(this.#app.server, await newToken(this.#app, "staff", member!.id, dayMs));
  }

  #note(answer: Answer<unknown>): void {
    if (answer.status >= 500 || answer.status === 401) this.failures.push(`${answer.status} ${answer.error}`);
  }
}
