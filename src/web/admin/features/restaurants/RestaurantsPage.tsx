import { Button, type TableColumnsType } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { formatWeek } from "#contract/restaurant/opening-hours.ts";
import type { ChainRestaurant } from "#contract/staff/restaurant-admin/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { PicturesDialog } from "./PicturesDialog.tsx";
import { allRestaurants, type RestaurantFilter, restaurantAdminStore } from "./RestaurantAdminStore.ts";
import { RestaurantDialog, type RestaurantTask } from "./RestaurantDialog.tsx";
import { restaurantAdminMessages as messages } from "./restaurantAdminMessages.ts";

/** `/admin/restaurants`: the restaurants of the chain, which the head office opens, changes and closes. */
export function RestaurantsPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <Restaurants />
    </RequireRole>
  );
}

const Restaurants = observer(function Restaurants() {
  const store = useAdminStore(restaurantAdminStore);
  const [task, setTask] = useState<RestaurantTask | null>(null);
  const [shown, setShown] = useState<ChainRestaurant | null>(null);
  const [filter, setFilter, key] = useQueryFilter(store, allRestaurants);
  const reload = usePaginatedList(store.restaurants, messages.failed, useDebouncedValue(key));
  return (
    <>
      <PageHeader title={adminMessages.titles.restaurants}>
        <Button type="primary" onClick={() => setTask({ kind: "add" })}>
          {messages.add}
        </Button>
      </PageHeader>
      <DataTable
        name="restaurants"
        filters={<Filters filter={filter} onChange={setFilter} />}
        files={<ListFileButtons list="restaurants" query={store.query} />}
        list={store.restaurants}
        columns={columnsOf(setTask, setShown)}
        rowKey={({ restaurant_id }) => restaurant_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
      {task !== null && <RestaurantDialog task={task} onClose={() => setTask(null)} />}
      {shown !== null && <PicturesDialog restaurant={shown} onClose={() => setShown(null)} />}
    </>
  );
});

interface FiltersProps {
  filter: RestaurantFilter;
  onChange: (change: Partial<RestaurantFilter>) => void;
}

const Filters = observer(function Filters({ filter, onChange }: FiltersProps) {
  const { cities, loadCities } = useAdminStore(restaurantAdminStore);
  useEffect(loadCities, [loadCities]);
  return (
    <ListFilters filter={filter} empty={allRestaurants} onChange={onChange}>
      <RadioGroup
        label={messages.states.label}
        options={[
          { value: "", text: messages.states.working },
          { value: "closed", text: messages.states.closed },
        ]}
        value={filter.state}
        onChange={(state) => onChange({ state })}
      />
      <SelectFilter
        label={messages.columns.city}
        value={filter.city}
        any={messages.anyCity}
        options={cities.value ?? []}
        onChange={(city) => onChange({ city })}
      />
      <SearchInput
        label={messages.search}
        value={filter.keyword}
        onChange={(keyword) => onChange({ keyword })}
      />
    </ListFilters>
  );
});

function columnsOf(
  onOpen: (task: RestaurantTask) => void,
  onShow: (restaurant: ChainRestaurant) => void,
): TableColumnsType<ChainRestaurant> {
  const { columns } = messages;
  return [
    { title: columns.code, dataIndex: "restaurant_id" },
    {
      title: columns.name,
      render: (_, { name, address }) => (
        <>
          {name}
          <br />
          {address}
        </>
      ),
    },
    { title: columns.city, render: (_, { city, district }) => `${city} ${district}` },
    { title: columns.hours, render: (_, { week_hours }) => formatWeek(week_hours) },
    { title: columns.services, render: (_, restaurant) => listServices(restaurant).join("、") },
    { title: columns.dishes, dataIndex: "dishes" },
    {
      title: columns.acts,
      render: (_, restaurant) => <RowActions restaurant={restaurant} onOpen={onOpen} onShow={onShow} />,
    },
  ];
}

function listServices({ delivers, accepts_orders, slot_capacity }: ChainRestaurant): string[] {
  return [
    ...(delivers ? [messages.delivery] : []),
    ...(accepts_orders ? [messages.immediate] : []),
    ...(slot_capacity > 0 ? [messages.booking] : []),
  ];
}

interface RowActionsProps {
  restaurant: ChainRestaurant;
  onOpen: (task: RestaurantTask) => void;
  /** Opens the pictures of the restaurant. */
  onShow: (restaurant: ChainRestaurant) => void;
}

function RowActions({ restaurant, onOpen, onShow }: RowActionsProps) {
  const store = useAdminStore(restaurantAdminStore);
  const { name, restaurant_id, closed_at } = restaurant;
  const close = async () => {
    const question = {
      title: messages.closeTitle(name),
      message: messages.closeText,
      confirmText: messages.close,
    };
    if (await confirm(question)) await runWithToast(() => store.close(restaurant_id), messages.closed(name));
  };
  const isClosed = closed_at !== null;
  return (
    <>
      {!isClosed && (
        <RowButton
          text={messages.edit}
          name={messages.editOf(name)}
          onPress={() => onOpen({ kind: "edit", restaurant })}
        />
      )}
      {!isClosed && (
        <RowButton
          text={messages.pictures.open}
          name={messages.pictures.openOf(name)}
          onPress={() => onShow(restaurant)}
        />
      )}
      {!isClosed && (
        <RowButton
          text={messages.copy}
          name={messages.copyOf(name)}
          onPress={() => onOpen({ kind: "copy", from: restaurant })}
        />
      )}
      {!isClosed && (
        <RowButton text={messages.close} name={messages.closeOf(name)} onPress={() => void close()} />
      )}
    </>
  );
}
