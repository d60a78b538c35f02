import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { boardMessages } from "../boardMessages.ts";
import { dishMessages as words } from "../dishMessages.ts";
import { DishRows } from "../features/dishes/DishRows.tsx";
import { messages } from "../messages.ts";
import { fetchFor } from "../parts/attempt.ts";
import { Choice } from "../parts/Choice.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { StoreGate } from "../parts/StoreGate.tsx";
import { usePaged } from "../parts/usePaged.ts";
import { useSettled } from "../parts/useSettled.ts";
import { chosenStore } from "../stores/ChosenStore.ts";
import { dishStore } from "../stores/DishStore.ts";
import { storeSwitches } from "../stores/StoreSwitches.ts";
import styles from "./DishesPage.module.css";
import { RolePage } from "./RolePage.tsx";

/** `/admin/dishes`: what a store sells, each with its stock and a switch for sold out. */
export function DishesPage() {
  return (
    <RolePage roles={["store", "admin"]} forbidden={words.forbidden}>
      <StoreGate title={messages.titles.dishes}>
        <StoreDishes />
      </StoreGate>
    </RolePage>
  );
}

const StoreDishes = observer(function StoreDishes() {
  const store = useAdminStore(dishStore);
  const { id } = useAdminStore(chosenStore);
  const keyword = useSettled(store.keyword.trim());
  const reload = usePaged(store.dishes, words.failed, [id, keyword, store.isSoldOutOnly].join("\n"));
  return (
    <>
      <DishesHead />
      <div className={styles.filters}>
        <SearchBox
          className={styles.search}
          label={words.search}
          value={store.keyword}
          onChange={store.setKeyword}
        />
        <Choice
          label={words.filter}
          options={words.filters(store.counts)}
          value={store.isSoldOutOnly ? "sold-out" : "all"}
          onChange={(value) => store.setSoldOutOnly(value === "sold-out")}
        />
      </div>
      <EndlessList
        list={store.dishes}
        failed={words.failed}
        empty={<EmptyState drawing="search" text={words.empty} />}
        onReload={reload}
      >
        <DishRows />
      </EndlessList>
    </>
  );
});

const DishesHead = observer(function DishesHead() {
  const { staff } = useAdminStores();
  const chosen = useAdminStore(chosenStore);
  const switches = useAdminStore(storeSwitches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store has another name
  useEffect(() => {
    fetchFor(switches.load);
    return switches.reset;
  }, [switches, chosen.id]);
  return (
    <PageHead title={messages.titles.dishes} note={switches.desk.value?.name ?? ""}>
      {staff.me?.role === "admin" && (
        <Button size="small" look="plain" onPress={() => chosen.pick("")}>
          {boardMessages.otherStore}
        </Button>
      )}
    </PageHead>
  );
});
