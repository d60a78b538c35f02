/** Lists the fields in which two forms differ. */
export function listDifferences<Fields extends object>(before: Fields, after: Fields): (keyof Fields)[] {
  return (Object.keys(before) as (keyof Fields)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/** Takes over from `current` what was not changed in the form since `base`. */
export function mergeFields<Fields extends object>(typed: Fields, base: Fields, current: Fields): Fields {
  const own = listDifferences(base, typed);
  return { ...current, ...Object.fromEntries(own.map((name) => [name, typed[name]])) };
}
