import { Alert, Button } from "antd";
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { useAdminStore, useAdminStores } from "../app/AdminStores.ts";
import { boardMessages as messages } from "../features/board/boardMessages.ts";
import { selectedRestaurantStore } from "../features/restaurant/SelectedRestaurantStore.ts";
import { logErrors } from "./logErrors.ts";
import { PageHeader } from "./PageHeader.tsx";
import { RestaurantPicker } from "./RestaurantPicker.tsx";

interface RequireRestaurantProps {
  /** Title of the page. */
  title: string;
  children: ReactNode;
}

/**
 * Restricts its content to a selected restaurant: admins and restaurant staff with several select one first. Restaurant
 * staff without any are told whom to ask.
 */
export const RequireRestaurant = observer(function RequireRestaurant({
  title,
  children,
}: RequireRestaurantProps) {
  const selected = useAdminStore(selectedRestaurantStore);
  const { own } = selected;
  if (own?.length === 0) return <NoOwnRestaurant title={title} />;
  if (selected.id !== "") return children;
  return (
    <RestaurantPicker
      title={title}
      keywordLabel={own === null ? messages.storeKeyword : messages.ownStoreKeyword}
      find={selected.findChoices}
      onPick={selected.select}
    />
  );
});

/** Tells restaurant staff without a restaurant whom to ask. */
export function NoOwnRestaurant({ title }: { title: string }) {
  const { staff } = useAdminStores();
  return (
    <>
      <PageHeader title={title} />
      <Alert
        type="warning"
        title={messages.noOwnStore}
        description={messages.noOwnStoreText}
        action={
          <Button
            size="small"
            onClick={() => void logErrors("loading the staff member failed", staff.load())}
          >
            {messages.refresh}
          </Button>
        }
      />
    </>
  );
}

/** Leads back to the selection of a restaurant; hidden from those who have one only. */
export const OtherRestaurantButton = observer(function OtherRestaurantButton() {
  const selected = useAdminStore(selectedRestaurantStore);
  if (!selected.canSwitch) return null;
  return (
    <Button size="small" onClick={() => selected.select("")}>
      {messages.otherStore}
    </Button>
  );
});
