import { makeAutoObservable, observable, observableRef } from "mobx";
import { orderLinesMax } from "#contract/constants.ts";
import { onStorageChange, type StorageKey, storageKeys } from "#web/lib/storage/storage.ts";
import { defineStore } from "../../app/RootStore.ts";
import {
  type CartItem,
  type CartLine,
  countPortions,
  quantityLimit,
  type StoredCart,
  stepUp,
} from "./CartLine.ts";
import { CartWriter } from "./CartWriter.ts";
import { afterPaint, type CartStorage } from "./cart.storage.ts";
import {
  type CartChange,
  type CurrentDish,
  findSameDish,
  reconcileLine,
  toCartChange,
  toCartItem,
} from "./reconcile.ts";
import { takeawayCartStorage } from "./takeawayCartStorage.ts";

type MenuDishes = ReadonlyMap<string, NonNullable<CurrentDish>>;

const emptyCart: StoredCart = { restaurantId: "", lines: [] };

/** A cart: lines of one restaurant, persisted on the device across visits. Amounts in fen. */
export class CartStore {
  restaurantId = "";
  /** By dish id, in the order of adding. */
  readonly lines = observable.map<string, CartLine>([], { deep: false });
  /** Forced changes since the customer last looked; shown until dismissed. */
  changes: readonly CartChange[] = [];
  private pendingLines: StoredCart = emptyCart;
  private readonly storage: CartStorage;
  private readonly writer: CartWriter;

  constructor(storage: CartStorage, defer: (work: () => void) => void) {
    this.storage = storage;
    const getCart = () => ({ restaurantId: this.restaurantId, lines: this.list });
    this.writer = new CartWriter({ storage, defer, getCart });
    makeAutoObservable<this, "storage" | "writer" | "pendingLines">(
      this,
      {
        lines: false,
        changes: observableRef,
        pendingLines: false,
        storage: false,
        writer: false,
        watch: false,
      },
      { autoBind: true },
    );
  }

  get count(): number {
    return this.list.reduce((sum, line) => sum + line.quantity, 0);
  }

  get totalFen(): number {
    return this.list.reduce((sum, line) => sum + line.item.priceFen * line.quantity, 0);
  }

  /** Savings against the original prices. */
  get savingFen(): number {
    const original = this.list.reduce((sum, line) => sum + line.item.originalPriceFen * line.quantity, 0);
    return Math.max(0, original - this.totalFen);
  }

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  get list(): readonly CartLine[] {
    return Array.from(this.lines.values());
  }

  quantityOf(id: string): number {
    return this.lines.get(id)?.quantity ?? 0;
  }

  /** Loads the cart from the device. */
  restore(): void {
    const stored = this.storage.read(this.restaurantId);
    this.restaurantId = stored?.restaurantId ?? this.restaurantId;
    this.lines.replace((stored?.lines ?? []).map((line) => [line.item.id, line]));
    this.writer.noteRead();
  }

  /** Follows other tabs and saves before the page is unloaded; returns the stop function. */
  watch(name: StorageKey): () => void {
    const stop = onStorageChange((key) => {
      if (key === null || key === name) this.restore();
    });
    window.addEventListener("pagehide", this.flush);
    return () => {
      stop();
      window.removeEventListener("pagehide", this.flush);
    };
  }

  /** Loads another restaurant's cart from the device; the current one stays stored. */
  openRestaurant(restaurantId: string): void {
    this.flush();
    this.restaurantId = restaurantId;
    this.changes = [];
    this.restore();
  }

  /**
   * Sets the quantity of a dish (0 removes it), or less where the stock or the dish's maximum allows less; returns false
   * when the cart has no room for one more line.
   */
  setQuantity(dish: CartItem, quantity: number): boolean {
    const current = this.quantityOf(dish.id);
    const limit = quantityLimit(dish, countPortions(this.list, dish) - current);
    // A limit that has become lower removes nothing: what is in the cart only grows no further.
    const wanted = Math.min(Math.floor(quantity), Math.max(limit, Math.min(quantity, current)));
    if (wanted <= 0) this.lines.delete(dish.id);
    else if (!this.lines.has(dish.id) && this.lines.size >= orderLinesMax) return false;
    else this.lines.set(dish.id, { item: toCartItem(dish), quantity: wanted });
    this.save();
    return true;
  }

  /** Adds portions, by default one, or what is missing to the dish's minimum; otherwise like `setQuantity`. */
  increase(dish: CartItem, quantity = stepUp(dish, countPortions(this.list, dish))): boolean {
    return this.setQuantity(dish, this.quantityOf(dish.id) + quantity);
  }

  /** Removes a portion; all of them where fewer than the dish's minimum would be left. */
  decrease(dish: CartItem): void {
    const isAboveMinimum = countPortions(this.list, dish) > (dish.minQuantity ?? 0);
    this.setQuantity(dish, isAboveMinimum ? this.quantityOf(dish.id) - 1 : 0);
  }

  remove(id: string): void {
    this.lines.delete(id);
    this.save();
  }

  clear(): void {
    this.lines.clear();
    this.changes = [];
    this.pendingLines = emptyCart;
    this.save();
  }

  /** Empties the cart because everything in it was ordered. */
  finishOrder(): void {
    this.flush();
    this.storage.removeOrdered?.(this.restaurantId);
    this.clear();
    this.flush();
  }

  /** Queues dishes of an earlier order ("再来一单"), to be added as soon as the menu shows which are available. */
  queueReorder(lines: StoredCart): void {
    this.pendingLines = lines;
  }

  /**
   * Checks every line against the loaded menu, and adds queued dishes and the lines of `copiedCart`, the cart
   * of the restaurant that served before. `missingReason` explains why a dish is not on the menu.
   */
  reconcile(menu: MenuDishes, missingReason?: "day_part", copiedCart: StoredCart = emptyCart): void {
    const changes: CartChange[] = [];
    for (const line of this.list) {
      const reconciled = reconcileLine(line, menu.get(line.item.id) ?? null, missingReason);
      changes.push(...reconciled.changes);
      if (reconciled.line === null) this.lines.delete(line.item.id);
      else this.lines.set(line.item.id, reconciled.line);
    }
    changes.push(
      ...this.addAvailable(copiedCart, menu, missingReason),
      ...this.addAvailable(this.pendingLines, menu, missingReason),
    );
    this.pendingLines = emptyCart;
    this.addChanges(changes);
    this.save();
  }

  /** Replaces all lines, as by the differences of a quote. */
  replaceLines(lines: readonly CartLine[]): void {
    this.lines.replace(lines.map((line) => [line.item.id, line]));
    this.save();
  }

  dismissChanges(): void {
    this.changes = [];
  }

  /** Writes pending changes now. */
  flush(): void {
    this.writer.flush();
  }

  private save(): void {
    this.writer.schedule();
  }

  /** Adds changes to the undismissed ones. */
  private addChanges(changes: readonly CartChange[]): void {
    if (changes.length === 0) return;
    // The ids of two restaurants may be the same.
    const keys = new Set(changes.map(({ id, name }) => `${id} ${name}`));
    this.changes = [...this.changes.filter(({ id, name }) => !keys.has(`${id} ${name}`)), ...changes];
  }

  /** Adds the available ones of some dishes; returns those gone, dearer or short. */
  private addAvailable(
    { lines, restaurantId }: StoredCart,
    menu: MenuDishes,
    missingReason?: "day_part",
  ): CartChange[] {
    const isSameRestaurant = restaurantId === this.restaurantId;
    const reconciled = lines.map((line) => {
      const dish = findSameDish(line.item, menu) ?? (isSameRestaurant ? menu.get(line.item.id) : null);
      return reconcileLine(line, dish ?? null, isSameRestaurant ? missingReason : "not_here");
    });
    return reconciled.flatMap(({ line, changes }) => {
      if (line === null) return changes;
      const wanted = this.quantityOf(line.item.id) + line.quantity;
      if (!this.setQuantity(line.item, wanted)) return [toCartChange(line, "no_room")];
      const left = this.quantityOf(line.item.id);
      const kind = line.item.maxQuantity ? "limit" : "stock";
      return left < wanted ? [...changes, toCartChange(line, kind, { left })] : changes;
    });
  }
}

export const cartStore = defineStore((root) => {
  const store = new CartStore(root.get(takeawayCartStorage), afterPaint);
  root.afterHydration(() => {
    store.restore();
    store.watch(storageKeys.takeawayCart);
  });
  return store;
});
