import { type Dish, isAvailable } from "./Dish.ts";

export type Tint = 0 | 1 | 2 | 3 | 4 | 5;

/** Menu row: a dish, or all variants of one dish. */
export interface MenuCard {
  readonly key: string;
  readonly name: string;
  readonly image: string;
  readonly description: string;
  readonly sales: number;
  /** Dish whose price the row shows: the cheapest available one. */
  readonly shown: Dish;
  readonly dishes: readonly Dish[];
  readonly hasVariants: boolean;
  readonly isSoldOut: boolean;
  readonly tint: Tint;
}

/** Category heading with its rows. */
export interface MenuCategory {
  readonly name: string;
  readonly icon: string;
  readonly tint: Tint;
  readonly cards: readonly MenuCard[];
}

/**
 * Groups dishes into categories (by rank, then first appearance) and joins those of one `spuId` to a card.
 */
export function groupMenu(dishes: readonly Dish[]): MenuCategory[] {
  const byCategory = groupBy(dishes, (dish) => dish.category);
  const groups = Array.from(byCategory, ([name, members]) => ({ name, members, rank: minRank(members) }));
  // Array.prototype.sort is stable: equal ranks stay in the order of first appearance.
  groups.sort((a, b) => a.rank - b.rank);
  return groups.map(({ name, members }, index) => {
    const tint = (index % 6) as Tint;
    const icon = members.find((dish) => dish.categoryIcon !== "")?.categoryIcon ?? "";
    return { name, icon, tint, cards: toCards(members, tint) };
  });
}

/**
 * Returns the card that contains a dish, unless all its variants are sold out; null also for an unknown id.
 */
export function findOrderable(categories: readonly MenuCategory[], dishId: string): MenuCard | null {
  for (const { cards } of categories) {
    const card = cards.find(({ dishes }) => dishes.some((dish) => dish.id === dishId));
    if (card !== undefined) return card.isSoldOut ? null : card;
  }
  return null;
}

/** Returns the cards whose name, description or variant contains the keyword, case-insensitively. */
export function searchMenu(categories: readonly MenuCategory[], keyword: string): MenuCard[] {
  const query = keyword.trim().toLowerCase();
  const cards = categories.reduce<MenuCard[]>((all, category) => all.concat(category.cards), []);
  return cards.filter((card) => card.dishes.some((dish) => toSearchText(dish).includes(query)));
}

function toSearchText(dish: Dish): string {
  return `${dish.name} ${dish.spuName ?? ""} ${dish.specName ?? ""} ${dish.description}`.toLowerCase();
}

function minRank(dishes: readonly Dish[]): number {
  return Math.min(...dishes.slice(0, 1000).map((dish) => dish.categoryRank));
}

function toCards(dishes: readonly Dish[], tint: Tint): MenuCard[] {
  const cards = groupBy(dishes, (dish) => (dish.spuId === null ? `id:${dish.id}` : `spu:${dish.spuId}`));
  return Array.from(cards, ([key, variants]) => toCard(key, variants, tint)).filter((card) => card !== null);
}

function toCard(key: string, dishes: readonly Dish[], tint: Tint): MenuCard | null {
  const [first] = dishes;
  if (first === undefined) return null;
  const available = dishes.filter(isAvailable);
  const shown = cheapest(available) ?? cheapest(dishes) ?? first;
  return {
    key,
    name: first.spuId === null ? first.name : (first.spuName ?? first.name),
    image: dishes.find((dish) => dish.image !== "")?.image ?? "",
    description: first.description,
    sales: dishes.reduce((sum, dish) => sum + dish.sales, 0),
    shown,
    dishes,
    hasVariants: first.spuId !== null && dishes.length > 1,
    isSoldOut: available.length === 0,
    tint,
  };
}

function cheapest(dishes: readonly Dish[]): Dish | undefined {
  return dishes.reduce<Dish | undefined>(
    (best, dish) => (best === undefined || dish.priceFen < best.priceFen ? dish : best),
    undefined,
  );
}

function groupBy<T>(items: readonly T[], getKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group === undefined) groups.set(getKey(item), [item]);
    else group.push(item);
  }
  return groups;
}
