import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";

interface FilteredStore<F> {
  setFilter: (filter: F) => void;
}

const none: readonly never[] = [];

/** Filter that is typed, letter by letter. */
const typedName = "keyword";

/**
 * Keeps a store's filter in the address, so that a reload and a shared link show the same list. Returns the
 * filter, a function that changes parts of it, and its key for `usePaginatedList`. Values equal to those of
 * `empty` are left out of the address, except those of `alwaysInAddress`, which are written once they are changed.
 * Back undoes one change: a choice, or all that was typed as the `keyword`.
 */
export function useQueryFilter<F extends { [Name in keyof F]: string }>(
  store: FilteredStore<F>,
  empty: F,
  alwaysInAddress: readonly (keyof F & string)[] = none,
): [filter: F, change: (change: Partial<F>) => void, key: string] {
  const [query, setQuery] = useSearchParams();
  const names = Object.keys(empty) as (keyof F & string)[];
  const key = JSON.stringify(names.map((name) => query.get(name) ?? empty[name]));
  const filter = useMemo(() => {
    const values = JSON.parse(key) as string[];
    return Object.fromEntries(
      Object.keys(empty).map((name, index) => [name, values[index] ?? ""]),
    ) as unknown as F;
  }, [key, empty]);
  // Before the effects of children, which fetch with the store's filter.
  useLayoutEffect(() => store.setFilter(filter), [store, filter]);
  /** What the address is or is about to be: changes may follow one another before the page is shown again. */
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  const change = useCallback(
    (changed: Partial<F>) => {
      const entries = Object.entries(changed) as [keyof F & string, string][];
      const before = latest.current;
      const after = new URLSearchParams(before);
      for (const [name, value] of entries)
        if (value === empty[name] && !alwaysInAddress.includes(name)) after.delete(name);
        else after.set(name, value);
      const isSame = String(after) === String(before);
      const goesOnTyping = entries.every(([name]) => name === typedName) && before.has(typedName);
      latest.current = after;
      setQuery(after, { replace: isSame || goesOnTyping });
    },
    [setQuery, empty, alwaysInAddress],
  );
  return [filter, change, key];
}
