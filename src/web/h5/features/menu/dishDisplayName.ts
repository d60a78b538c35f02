/** Returns the name in a cart or an order, with its variant: `拿铁（大杯）`. */
export function dishDisplayName(dish: { name: string; specName: string | null }): string {
  return dish.specName === null || dish.name.includes(dish.specName)
    ? dish.name
    : `${dish.name}（${dish.specName}）`;
}
