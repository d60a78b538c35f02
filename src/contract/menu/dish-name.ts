/** Returns the name of a dish with its variant, unless the name contains it already: `拿铁（大杯）`. */
export function formatDishName(name: string, specName: string | null): string {
  return specName === null || name.includes(specName) ? name : `${name}（${specName}）`;
}
