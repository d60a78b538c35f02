import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup/RadioGroup.tsx";
import { RequireRestaurant } from "../../ui/RequireRestaurant.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { boardMessages } from "../board/boardMessages.ts";
import { restaurantSettingsStore } from "../restaurant/RestaurantSettingsStore.ts";
import { selectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import styles from "./DishesPage.module.css";
import { DishRows } from "./DishRows.tsx";
import { dishStore } from "./DishStore.ts";
import { dishMessages as messages } from "./dishMessages.ts";

/** `/admin/dishes`: dishes of a restaurant, each with its stock and a sold-out switch. */
export function DishesPage() {
  return (
    <RequireRole roles={["store", "admin"]} forbidden={messages.forbidden}>
      <RequireRestaurant title={adminMessages.titles.dishes}>
        <RestaurantDishes />
      </RequireRestaurant>
    </RequireRole>
  );
}

const RestaurantDishes = observer(function RestaurantDishes() {
  const store = useAdminStore(dishStore);
  const { id } = useAdminStore(selectedRestaurantStore);
  const keyword = useDebouncedValue(store.keyword.trim());
  const reload = usePaginatedList(
    store.dishes,
    messages.failed,
    [id, keyword, store.isSoldOutOnly].join("\n"),
  );
  return (
    <>
      <DishesHeader />
      <div className={styles.filters}>
        <SearchBox
          className={styles.search}
          label={messages.search}
          value={store.keyword}
          onChange={store.setKeyword}
        />
        <RadioGroup
          label={messages.filter}
          options={messages.filters(store.counts)}
          value={store.isSoldOutOnly ? "sold-out" : "all"}
          onChange={(value) => store.setSoldOutOnly(value === "sold-out")}
        />
      </div>
      <InfiniteList
        list={store.dishes}
        errorText={messages.failed}
        empty={<EmptyState illustration="search" text={messages.empty} />}
        onReload={reload}
      >
        <DishRows />
      </InfiniteList>
    </>
  );
});

const DishesHeader = observer(function DishesHeader() {
  const { staff } = useAdminStores();
  const selected = useAdminStore(selectedRestaurantStore);
  const settingsStore = useAdminStore(restaurantSettingsStore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches the name of another restaurant
  useEffect(() => {
    void logErrors("loading the restaurant's settings failed", settingsStore.load());
    return settingsStore.reset;
  }, [settingsStore, selected.id]);
  return (
    <PageHeader title={adminMessages.titles.dishes} note={settingsStore.settings.value?.name ?? ""}>
      {staff.me?.role === "admin" && (
        <Button size="small" variant="plain" onPress={() => selected.select("")}>
          {boardMessages.otherStore}
        </Button>
      )}
    </PageHeader>
  );
});
