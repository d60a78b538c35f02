import { useEffect, useState } from "react";
import { logError } from "#web/lib/logError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { selectedRestaurantStore } from "./SelectedRestaurantStore.ts";

/** Restaurant as antd's Select knows it: id and name. */
export interface RestaurantOption {
  value: string;
  label: string;
}

/** Returns the restaurants that the server finds for a keyword, some of all without one, and whether that failed. */
export function useFoundRestaurants(keyword: string): { found: RestaurantOption[]; hasFailed: boolean } {
  const { search } = useAdminStore(selectedRestaurantStore);
  const settledKeyword = useDebouncedValue(keyword);
  const [found, setFound] = useState<RestaurantOption[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    search(settledKeyword.trim()).then(
      (restaurants) => {
        if (!isCurrent) return;
        setHasFailed(false);
        setFound(restaurants.map(({ storecode, storename }) => ({ value: storecode, label: storename })));
      },
      (error: unknown) => {
        logError("searching restaurants failed", error);
        if (isCurrent) setHasFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [search, settledKeyword]);
  return { found, hasFailed };
}
