import { useCallback, useEffect, useRef, useState } from "react";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "#web/ui/notify.ts";
import { useStore } from "../../app/useStores.ts";
import { restaurantMessages } from "./messages.ts";
import { restaurantListStore } from "./RestaurantListStore.ts";

/** Pause after typing before a search is sent (ms). */
const debounceMs = 300;

/** State of the search box and its debounced search; a failure stays in the store and is shown there. */
export function useRestaurantSearch() {
  const list = useStore(restaurantListStore);
  const [input, setInput] = useState(list.keyword);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = useCallback(
    async (request: Promise<void>) => {
      try {
        await request;
      } catch (error) {
        if (isAbortError(error)) return;
        logError("loading restaurants failed", error);
        if (list.restaurants !== undefined) toast(toErrorMessage(error, restaurantMessages.failed));
      }
    },
    [list],
  );
  const searchNow = (text: string) => {
    clearTimeout(timer.current);
    void run(list.search(text));
  };
  const changeInput = (text: string) => {
    setInput(text);
    clearTimeout(timer.current);
    if (text.trim() === "") searchNow("");
    else timer.current = setTimeout(() => searchNow(text), debounceMs);
  };
  const reload = useCallback(() => run(list.reload()), [list, run]);
  return { typed: input, type: changeInput, submit: () => searchNow(input), again: reload };
}
