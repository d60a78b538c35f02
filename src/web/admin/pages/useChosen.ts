import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

interface Chosen {
  /** Empty for nobody. */
  readonly userId: string;
  /** Empty for none. */
  readonly orderId: string;
  choose(userId: string, orderId?: string): void;
}

/** Which customer and order the console looks at; the address keeps it over reloads. */
export function useChosen(): Chosen {
  const [query, setQuery] = useSearchParams();
  const choose = useCallback(
    (userId: string, orderId = "") => {
      const chosen = {
        ...(userId === "" ? {} : { user: userId }),
        ...(orderId === "" ? {} : { order: orderId }),
      };
      setQuery(chosen, { replace: true });
    },
    [setQuery],
  );
  return { userId: idIn(query.get("user")), orderId: idIn(query.get("order")), choose };
}

/** Addresses are typed and pasted: what is no id names nobody. */
function idIn(text: string | null): string {
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : "";
}
