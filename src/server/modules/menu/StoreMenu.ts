import { menuSet } from "#contract/constants.ts";
import { MenuItem, TakeawayItem } from "#contract/menu/schema.ts";
import type { Serialiser } from "../../platform/bind.ts";
import { dataAnswer, type HotAnswer } from "../../platform/content/HotAnswer.ts";
import { dayPartAt } from "../restaurant/opening.ts";
import { presentItem, presentTakeawayItem } from "./menu.presenter.ts";
import type { MenuRow } from "./menu.repository.ts";
import { isServedAt } from "./serving.ts";

/** Which of a store's menus: a call, a set of dishes, and the moment whose part of the day counts. */
export interface MenuWish {
  call: "items" | "takeawayItems" | "popular";
  set: string;
  at: Date;
}

/** What a dish takes in memory, its texts included; measured with the demo's dishes. */
const bytesOfDish = 2_500;

/** As many as the row of popular dishes on the first screen holds. */
const popularMost = 8;

const forms = {
  items: { schema: MenuItem, present: presentItem },
  takeawayItems: { schema: TakeawayItem, present: presentTakeawayItem },
  popular: { schema: TakeawayItem, present: presentTakeawayItem },
} as const;

interface KeptDish {
  row: MenuRow;
  /** The dish as it stands in the answer of a call, written through the call's schema. */
  texts: Partial<Record<MenuWish["call"], string>>;
}

/** A store's menu in memory: its rows, each dish as text, and whole answers by call, set and part of the day. */
export class StoreMenu {
  readonly #dishes: Map<string, KeptDish>;
  readonly #answers = new Map<string, HotAnswer>();
  #outdated = new Set<string>();

  constructor(rows: MenuRow[]) {
    this.#dishes = new Map(rows.map((row) => [row.id, { row, texts: {} }]));
  }

  get bytes(): number {
    let bytes = this.#dishes.size * bytesOfDish;
    for (const answer of this.#answers.values()) bytes += answer.bytes;
    return bytes;
  }

  /** Dishes whose rows have changed since they were read. */
  get isOutdated(): boolean {
    return this.#outdated.size > 0;
  }

  /** Notes that a dish has changed; false when it is not on the menu, which is another menu then. */
  outdate(dishId: string): boolean {
    if (!this.#dishes.has(dishId)) return false;
    this.#outdated.add(dishId);
    this.#answers.clear();
    return true;
  }

  /** Reads the dishes that have changed anew; false when one is gone. */
  async renew(read: (ids: string[]) => Promise<MenuRow[]>): Promise<boolean> {
    const ids = [...this.#outdated];
    this.#outdated = new Set();
    const rows = await read(ids).catch((error: unknown) => {
      for (const id of ids) this.#outdated.add(id);
      throw error;
    });
    for (const row of rows) this.#dishes.set(row.id, { row, texts: {} });
    this.#answers.clear();
    return rows.length === ids.length;
  }

  /** The whole answer, made when it is first asked for. */
  answer({ call, set, at }: MenuWish, serialiser: Serialiser): HotAnswer {
    const key = `${call} ${set} ${dayPartAt(at)}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const isIn = (row: MenuRow) => (set === menuSet.takeaway ? row.takeaway : row.inStore);
    const write = serialiser(forms[call].schema);
    const texts: string[] = [];
    const served = [...this.#dishes.values()].filter(({ row }) => isIn(row) && isServedAt(row, at));
    for (const dish of call === "popular" ? mostSold(served) : served) {
      dish.texts[call] ??= write(forms[call].present(dish.row));
      texts.push(dish.texts[call]);
    }
    const answer = dataAnswer(`[${texts.join(",")}]`);
    this.#answers.set(key, answer);
    return answer;
  }
}

/** The dishes that are sold most and can be had, one variant of each. */
function mostSold(dishes: readonly KeptDish[]): KeptDish[] {
  const seen = new Set<string>();
  return dishes
    .filter(({ row }) => !row.soldOut && row.stock !== 0)
    .sort((a, b) => b.row.sales - a.row.sales)
    .filter(({ row: { id, spuId } }) => !seen.has(spuId ?? id) && seen.add(spuId ?? id))
    .slice(0, popularMost);
}
