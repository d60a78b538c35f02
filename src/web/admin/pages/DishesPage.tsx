import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList } from "#web/shared/ui/EndlessList.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { boardMessages } from "../boardMessages.ts";
import { dishMessages as messages } from "../dishMessages.ts";
import { DishRows } from "../features/dishes/DishRows.tsx";
import { adminMessages } from "../messages.ts";
import { startLoading } from "../parts/attempt.ts";
import { RadioGroup } from "../parts/Choice.tsx";
import { PageHeader } from "../parts/PageHead.tsx";
import { RequireRestaurant } from "../parts/StoreGate.tsx";
import { usePaginatedList } from "../parts/usePaged.ts";
import { useDebouncedValue } from "../parts/useSettled.ts";
import { selectedRestaurantStore } from "../stores/ChosenStore.ts";
import { dishStore } from "../stores/DishStore.ts";
import { restaurantSettingsStore } from "../stores/StoreSwitches.ts";
import styles from "./DishesPage.module.css";
import { RequireRole } from "./RolePage.tsx";

/** `/admin/dishes`: what a store sells, each with its stock and a switch for sold out. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store has another name
  useEffect(() => {
    startLoading(settingsStore.load);
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
