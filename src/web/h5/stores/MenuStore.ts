import { makeAutoObservable } from "mobx";
import { isRecord } from "#web/shared/api/readReply.ts";
import { isAway, KeptAnswer } from "#web/shared/KeptAnswer.ts";
import type { KeptName } from "#web/shared/keptAnswers.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { type Dish, isAvailable } from "../features/menu/Dish.ts";
import { groupMenu, type MenuCard, type MenuCategory, searchMenu } from "../features/menu/groupMenu.ts";
import { type NormalizedMenu, normalizeMenu } from "../features/menu/normalizeMenu.ts";
import { storeOf } from "../RootStore.ts";
import { textOf } from "../wireValues.ts";

type SoldDish = Dish & { readonly isAvailable: boolean };

/** Fetches what a restaurant sells at a time ("YYYY-MM-DD HH:mm"; null is now). */
export type MenuSource = (restaurantId: string, time: string | null, signal: AbortSignal) => Promise<unknown>;

/** An answer with whose it is; `version` is the server's name for what is in it, empty when it did not say. */
interface KeptMenu {
  readonly restaurantId: string;
  readonly time: string | null;
  readonly version: string;
  readonly reply: unknown;
}

/** The menu of one restaurant at one time: its categories, the search in it, and the category in view. */
export class MenuStore {
  readonly menu = new Loadable<NormalizedMenu>();
  restaurantId = "";
  keyword = "";
  activeIndex = 0;
  time: string | null = null;
  /** The server's name for the menu that is held; empty when it did not say, or none is. */
  version = "";
  /** The last menu as the device keeps it, for the next visit and for when the network is away. */
  readonly kept: KeptAnswer<KeptMenu>;
  /** Where `load` fetches from; null while menus come with other answers. */
  source: MenuSource | null;

  constructor(source: MenuSource | null, name: KeptName = "menu_takeaway") {
    this.source = source;
    this.kept = new KeptAnswer(name, () => "", parseKept);
    makeAutoObservable(this, { menu: false, kept: false, version: false, source: false }, { autoBind: true });
  }

  get dishes(): readonly Dish[] {
    return this.menu.value?.dishes ?? [];
  }

  get categories(): readonly MenuCategory[] {
    return groupMenu(this.dishes);
  }

  /** Every dish by id, with whether it can be had. */
  get byId(): ReadonlyMap<string, SoldDish> {
    return new Map(this.dishes.map((dish) => [dish.id, { ...dish, isAvailable: isAvailable(dish) }]));
  }

  get isSearching(): boolean {
    return this.keyword.trim() !== "";
  }

  get found(): readonly MenuCard[] {
    return this.isSearching ? searchMenu(this.categories, this.keyword) : [];
  }

  /** The least goods an order here may hold, in fen. */
  get minimumFen(): number {
    return this.dishes.reduce((most, dish) => Math.max(most, dish.minimumFen), 0);
  }

  /** What the menu itself says that bringing costs, in fen; our own server's fee depends on the way as well. */
  get deliveryFeeFen(): number {
    return this.dishes.reduce((most, dish) => Math.max(most, dish.deliveryFeeFen), 0);
  }

  /** What a restaurant's menu says about bringing, from the device where it is not loaded; null when it is not known. */
  termsFor(restaurantId: string): { feeFen: number; time: string } | null {
    if (this.menu.value === undefined) this.recall(restaurantId);
    if (this.restaurantId !== restaurantId || this.dishes.length === 0) return null;
    return { feeFen: this.deliveryFeeFen, time: this.deliveryTime };
  }

  get deliveryTime(): string {
    return this.dishes[0]?.deliveryTime ?? "";
  }

  /**
   * Fetches a restaurant's menu; the menu of another one, or of another time, is forgotten at once. Without a network
   * the one that was kept is shown. Rethrows other failures.
   */
  async load(restaurantId: string, time: string | null = null): Promise<NormalizedMenu> {
    if (restaurantId !== this.restaurantId || time !== this.time) this.reset(restaurantId, time);
    try {
      return await this.menu.run(async (signal) => {
        const reply = await this.source?.(restaurantId, time, signal);
        const menu = normalizeMenu(reply);
        if (menu.fault === null) this.kept.renew({ restaurantId, time, version: "", reply });
        return menu;
      });
    } catch (error) {
      if (isAway(error)) this.recall(restaurantId, time);
      if (this.menu.value === undefined || !isAway(error)) throw error;
      return this.menu.value;
    }
  }

  /** Takes a menu that came with another answer; `reply` null says that the one of that version is true still. */
  take(restaurantId: string, version: string, reply: unknown): void {
    if (reply === null && version === this.version) {
      this.kept.confirm();
      return;
    }
    const menu = { restaurantId, time: null, version, reply };
    if (this.hold(menu)) this.kept.renew(menu);
  }

  /** Marks what is shown of a restaurant as old; shows what the device kept of it when nothing is. */
  recall(restaurantId: string, time: string | null = null): void {
    if (this.menu.value !== undefined && restaurantId === this.restaurantId) {
      this.kept.age();
      return;
    }
    const kept = this.kept.recall(({ restaurantId: id, time: then }) => id === restaurantId && then === time);
    if (kept !== null) this.hold(kept);
  }

  search(keyword: string): void {
    this.keyword = keyword;
  }

  /** The customer picked a category: the search ends. */
  pickCategory(index: number): void {
    this.keyword = "";
    this.activeIndex = index;
  }

  /** The list was scrolled to a category. */
  followTo(index: number): void {
    this.activeIndex = index;
  }

  /** False for a menu without a usable dish: it is shown, but asked for again as if there were none. */
  private hold({ restaurantId, time, version, reply }: KeptMenu): boolean {
    if (restaurantId !== this.restaurantId || time !== this.time) this.reset(restaurantId, time);
    const menu = normalizeMenu(reply);
    this.menu.set(menu);
    this.version = menu.fault === null ? version : "";
    return menu.fault === null;
  }

  private reset(restaurantId: string, time: string | null): void {
    this.menu.reset();
    this.version = "";
    this.restaurantId = restaurantId;
    this.time = time;
    this.keyword = "";
    this.activeIndex = 0;
  }
}

function parseKept(raw: unknown): KeptMenu | null {
  if (!isRecord(raw) || typeof raw.restaurantId !== "string") return null;
  const time = typeof raw.time === "string" ? raw.time : null;
  return { restaurantId: raw.restaurantId, time, version: textOf(raw.version), reply: raw.reply };
}

export const menuStore = storeOf(() => new MenuStore(null));
