import { Flex, Select } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { OtherRestaurantButton, RequireRestaurant } from "../../ui/RequireRestaurant.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { restaurantSettingsStore } from "../restaurant/RestaurantSettingsStore.ts";
import { selectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import { DishSelectionBar } from "./DishSelectionBar.tsx";
import { dishStore, everyDish } from "./DishStore.ts";
import { DishTable } from "./DishTable.tsx";
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
  const [filter, setFilter, key] = useQueryFilter(store, everyDish);
  const [selected, setSelected] = useState<string[]>([]);
  const reload = usePaginatedList(store.dishes, messages.failed, `${id}\n${useDebouncedValue(key)}`);
  useEffect(() => void logErrors("loading categories failed", store.loadCategories()), [store]);
  return (
    <>
      <DishesHeader />
      <Flex gap="middle" style={{ marginBottom: 12 }}>
        <SearchInput
          label={messages.search}
          value={filter.keyword}
          onChange={(keyword) => setFilter({ keyword })}
        />
        <Select
          virtual={false}
          aria-label={messages.category}
          value={filter.category}
          options={[
            { value: "", label: messages.allCategories },
            ...(store.categories.value ?? []).map(({ id: value, name }) => ({ value, label: name })),
          ]}
          onChange={(category) => setFilter({ category })}
          style={{ minWidth: 120 }}
        />
        <RadioGroup
          label={messages.filter}
          options={messages.filters(store.counts)}
          value={filter.show}
          onChange={(show) => setFilter({ show })}
        />
      </Flex>
      <DishSelectionBar
        dishes={store.dishes.items.filter(({ dish_id }) => selected.includes(dish_id))}
        onDone={() => setSelected([])}
      />
      <DishTable onReload={reload} selected={selected} onSelect={setSelected} />
    </>
  );
});

const DishesHeader = observer(function DishesHeader() {
  const selected = useAdminStore(selectedRestaurantStore);
  const settingsStore = useAdminStore(restaurantSettingsStore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches the name of another restaurant
  useEffect(() => {
    void logErrors("loading the restaurant's settings failed", settingsStore.load());
    return settingsStore.reset;
  }, [settingsStore, selected.id]);
  return (
    <PageHeader title={adminMessages.titles.dishes} note={settingsStore.settings.value?.name ?? ""}>
      <OtherRestaurantButton />
    </PageHeader>
  );
});
