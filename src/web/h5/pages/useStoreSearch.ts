import { useCallback, useEffect, useRef, useState } from "react";
import { isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { restaurantMessages } from "../restaurantMessages.ts";
import { restaurantListStore } from "../stores/RestaurantListStore.ts";
import { useStore } from "../useStores.ts";

/** How long somebody pauses between two characters. */
const typingMs = 300;

/** What is typed into the search box, and asking for what it means; what went wrong stays in the store and is shown there. */
export function useStoreSearch() {
  const list = useStore(restaurantListStore);
  const [typed, setTyped] = useState(list.keyword);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = useCallback(
    async (work: Promise<void>) => {
      try {
        await work;
      } catch (error) {
        if (isAborted(error)) return;
        logFailure("loading restaurants failed", error);
        if (list.stores !== undefined) toast(messageOf(error, restaurantMessages.failed));
      }
    },
    [list],
  );
  const find = (text: string) => {
    clearTimeout(timer.current);
    void run(list.search(text));
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    if (text.trim() === "") find("");
    else timer.current = setTimeout(() => find(text), typingMs);
  };
  const again = useCallback(() => run(list.reload()), [list, run]);
  return { typed, type, submit: () => find(typed), again };
}
