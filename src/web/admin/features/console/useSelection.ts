import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

interface ConsoleSelection {
  /** Empty without a selection. */
  readonly userId: string;
  /** Empty without a selection. */
  readonly orderId: string;
  choose(userId: string, orderId?: string): void;
}

/** Selected customer and order of the console; stored in the URL, which survives reloads. */
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

/** URLs can be typed and pasted: anything other than an id selects no customer. */
function parseId(text: string | null): string {
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : "";
}
