import { vi } from "vitest";
import { brokenLaws } from "#server/backup/bookLaws.ts";
import type { TestApp } from "./testApp.ts";
import { tradeFaults } from "./tradeFaults.ts";

type Shop = Pick<TestApp, "sql" | "sandbox">;

/** How long money may be on its way after a test, and how often to look. */
const arrival = { timeout: 10_000, interval: 50 };

/** So many rows are told at once. */
const mostLines = 20;

/** What never changes of a shelf, whatever is sold, held and given back. */
const shelves = `
  select s.restaurant_id || '/' || s.dish_id as shelf,
    coalesce((s.stock + coalesce(i.held, 0))::text, 'uncounted') as portions, s.sales - coalesce(i.sold, 0) as sales
  from store_dishes s left join (
    select o.restaurant_id, i.dish_id, sum(i.held_stock) as held,
      sum(i.quantity) filter (where o.paid_at is not null and o.status <> 'cancelled') as sold
    from orders o join order_items i on i.order_id = o.id group by o.restaurant_id, i.dish_id) i
  on i.restaurant_id = s.restaurant_id and i.dish_id = s.dish_id`;
const allShelves = `select sum(hashtextextended(shelf || portions || '/' || sales, 0)) as print from (${shelves}) shelves`;

/**
 * The books of a test's shop: orders, payments, refunds, points, cards and shelves, against one another and against the
 * provider's. `openBooks` are looked into after every test.
 */
export class Books {
  readonly #shop: Shop;
  #start = new Map<string, string>();
  #print: unknown;
  #told = new Set<string>();

  private constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Remembers what lies on the shelves now. */
  static async open(shop: Shop): Promise<Books> {
    const books = new Books(shop);
    await books.recount();
    return books;
  }

  /** Takes what lies on the shelves now as the new beginning: the test has put it there, as a store would. */
  async recount(): Promise<void> {
    this.#start = await this.#shelves();
    this.#print = await this.#fingerprint();
  }

  /** Puts portions on a shelf as a store would, and takes that as the new beginning. */
  async stock(storeId: string, dishId: string, portions: number | null): Promise<void> {
    const sql = "update store_dishes set stock = $3 where restaurant_id = $1 and dish_id = $2";
    await this.#shop.sql(sql, [storeId, dishId, portions]);
    await this.recount();
  }

  /**
   * Fails with every law that is broken and was not yet when it was called before, so that the test that broke it is
   * the one that fails. Laws hold at any moment; the provider's books may be ahead of ours for a moment.
   */
  async check(): Promise<void> {
    const faults = [...(await brokenLaws(this.#shop.sql)), ...(await this.#shelfFaults())];
    let trades: string[] = [];
    try {
      this.#complain("the books do not agree", faults);
      await vi.waitFor(async () => {
        trades = await tradeFaults(this.#shop);
        this.#complain("the provider's books are not ours", trades);
      }, arrival);
    } finally {
      this.#told = new Set([...faults, ...trades]);
    }
  }

  #complain(about: string, faults: string[]): void {
    const news = faults.filter((fault) => !this.#told.has(fault));
    const more = news.length > mostLines ? [`and ${news.length - mostLines} more`] : [];
    if (news.length > 0) throw new Error([about, ...news.slice(0, mostLines), ...more].join("\n"));
  }

  async #shelves(): Promise<Map<string, string>> {
    const rows = await this.#shop.sql<{ shelf: string; portions: string; sales: number }>(shelves);
    return new Map(rows.map(({ shelf, portions, sales }) => [shelf, `${portions} portions, sales ${sales}`]));
  }

  async #fingerprint(): Promise<unknown> {
    return (await this.#shop.sql<{ print: unknown }>(allShelves))[0]?.print;
  }

  async #shelfFaults(): Promise<string[]> {
    if ((await this.#fingerprint()) === this.#print) return [];
    const now = [...(await this.#shelves())];
    return now
      .filter(([shelf, state]) => this.#start.has(shelf) && this.#start.get(shelf) !== state)
      .map(
        ([shelf, state]) => `${shelf}: ${state} with what is held and sold, not ${this.#start.get(shelf)}`,
      );
  }
}

/** The books of the shops that are open now, but for those that say why theirs are odd. */
export const openBooks = new Set<Books>();
