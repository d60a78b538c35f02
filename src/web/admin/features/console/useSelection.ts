import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

interface ConsoleSelection {
  /** Empty for nobody. */
  readonly userId: string;
  /** Empty for none. */
  readonly orderId: string;
  choose(userId: string, orderId?: string): void;
}

/** Which customer and order the console looks at; the address keeps it over reloads. */
export function useSelection(): ConsoleSelection {
  const [query, setQuery] = useSearchParams();
  const choose = useCallback(
    (userId: string, orderId = "") => {
      const params = {
        ...(userId === "" ? {} : { user: userId }),
        ...(orderId === "" ? {} : { order: orderId }),
      };
      setQuery(params, { replace: true });
    },
    [setQuery],
  );
  return { userId: parseId(query.get("user")), orderId: parseId(query.get("order")), choose };
}

/** Addresses are typed and pasted: what is no id names nobody. */
function parseId(text: string | null): string {
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : "";
}
