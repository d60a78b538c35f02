import { Alert, Button, Flex, Select } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { ChainDish } from "#contract/staff/menu-admin/dish.schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { type MenuDialog, MenuDialogs } from "./MenuDialogs.tsx";
import { allDishes, type MenuStore, menuStore } from "./MenuStore.ts";
import { menuColumns } from "./menuColumns.tsx";
import { menuMessages as messages } from "./menuMessages.ts";

/** `/admin/menu`: the dishes of the chain, which the head office changes and publishes. */
export function MenuPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <Menu />
    </RequireRole>
  );
}

const states = ["on_sale", "off_sale", "draft"] as const;

const Menu = observer(function Menu() {
  const store = useAdminStore(menuStore);
  const [dialog, setDialog] = useState<MenuDialog | null>(null);
  const [selected, setSelected] = useState<string[]>([]);
  const [filter, setFilter, key] = useQueryFilter(store, allDishes);
  const reload = usePaginatedList(store.dishes, messages.failed, useDebouncedValue(key));
  useEffect(() => void logErrors("loading categories failed", store.loadCategories()), [store]);
  const categories = store.categories.value ?? [];
  // Dishes that the filter hides are not acted upon.
  const chosen = store.dishes.items.filter(({ spu_id }) => selected.includes(spu_id));
  return (
    <>
      <PageHeader title={adminMessages.titles.menu}>
        <RadioGroup
          label={messages.states.label}
          options={[
            { value: "", text: messages.states.all },
            ...states.map((value) => ({ value, text: messages.states[value] })),
          ]}
          value={filter.state}
          onChange={(state) => setFilter({ state })}
        />
        <Select
          virtual={false}
          aria-label={messages.columns.category}
          value={filter.category}
          options={[
            { value: "", label: messages.allCategories },
            ...categories.map(({ category_id, name }) => ({ value: category_id, label: name })),
          ]}
          onChange={(category) => setFilter({ category })}
          style={{ minWidth: 120 }}
        />
        <SearchInput
          label={messages.search}
          value={filter.keyword}
          onChange={(keyword) => setFilter({ keyword })}
        />
        <Button onClick={() => setDialog({ kind: "categories" })}>{messages.categories.open}</Button>
        <Button type="primary" onClick={() => setDialog({ kind: "dish", dish: null })}>
          {messages.add}
        </Button>
      </PageHeader>
      <PublishBar store={store} onPublish={() => setDialog({ kind: "publish", ids: null })} />
      <SelectionBar dishes={chosen} onOpen={setDialog} onDone={() => setSelected([])} />
      <DataTable
        list={store.dishes}
        columns={menuColumns(store, setDialog)}
        rowKey={({ spu_id }) => spu_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
        selection={{
          keys: chosen.map(({ spu_id }) => spu_id),
          nameOf: ({ name }) => messages.select(name),
          onChange: setSelected,
        }}
      />
      <MenuDialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        onDone={() => {
          setDialog(null);
          setSelected([]);
        }}
      />
    </>
  );
});

/** Tells how many changes customers do not see yet. */
const PublishBar = observer(function PublishBar(props: { store: MenuStore; onPublish: () => void }) {
  const { drafts } = props.store.counts;
  if (drafts === 0) return null;
  return (
    <Flex justify="end" style={{ marginBottom: 12 }}>
      <Button type="primary" onClick={props.onPublish}>
        {messages.publish(drafts)}
      </Button>
    </Flex>
  );
});

interface SelectionBarProps {
  dishes: readonly ChainDish[];
  onOpen: (dialog: MenuDialog) => void;
  onDone: () => void;
}

/** What can be done with the chosen dishes. */
function SelectionBar({ dishes, onOpen, onDone }: SelectionBarProps) {
  const store = useAdminStore(menuStore);
  if (dishes.length === 0) return null;
  const ids = dishes.map(({ spu_id }) => spu_id);
  const drafts = dishes.filter(({ state }) => state !== "live").map(({ spu_id }) => spu_id);
  const discard = async () => {
    const question = {
      title: messages.discardTitle(drafts.length),
      message: messages.discardText,
      confirmText: messages.discard,
    };
    if (!(await confirm(question))) return;
    if (await runWithToast(() => store.discard(drafts), messages.discarded)) onDone();
  };
  const actions = (
    <Flex gap="small">
      <Button size="small" onClick={() => onOpen({ kind: "bulk", ids })}>
        {messages.bulk.open}
      </Button>
      <Button
        size="small"
        disabled={drafts.length === 0}
        onClick={() => onOpen({ kind: "publish", ids: drafts })}
      >
        {messages.publishing.title}
      </Button>
      <Button size="small" disabled={drafts.length === 0} onClick={() => void discard()}>
        {messages.discard}
      </Button>
    </Flex>
  );
  return (
    <Alert
      type="info"
      title={messages.selected(dishes.length)}
      action={actions}
      style={{ marginBottom: 12 }}
    />
  );
}
