import { Button, Flex, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { ChainCategory } from "#contract/staff/menu-admin/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import { CategoriesState } from "./CategoriesState.tsx";
import { DishImageField } from "./DishImageField.tsx";
import { menuStore } from "./MenuStore.ts";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.categories;

/** Lists the categories of the menu, which are sorted, changed, added and deleted here. */
export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<ChainCategory | null>(null);
  // Another form begins after each saved one, and not because a list has changed meanwhile.
  const [formCount, setFormCount] = useState(0);
  const startForm = (category: ChainCategory | null) => {
    setEdited(category);
    setFormCount((count) => count + 1);
  };
  return (
    <Dialog title={messages.title} onClose={onClose} width={560}>
      <Typography.Paragraph type="secondary">{messages.note}</Typography.Paragraph>
      <CategoriesState>
        {(categories) => (
          <>
            {categories.length === 0 && <p>{messages.empty}</p>}
            <ul style={{ listStyle: "none", padding: 0 }}>
              {categories.map((category, index) => (
                <Flex component="li" key={category.category_id} align="center" gap="small">
                  <DishImage src={category.icon} alt="" size={32} />
                  <span style={{ flex: 1 }}>
                    {category.name}{" "}
                    <Typography.Text type="secondary">{messages.dishes(category.dishes)}</Typography.Text>
                  </span>
                  <RowActions category={category} index={index} onEdit={() => startForm(category)} />
                </Flex>
              ))}
            </ul>
            <CategoryForm key={formCount} category={edited} onDone={() => startForm(null)} />
          </>
        )}
      </CategoriesState>
    </Dialog>
  );
}

interface RowActionsProps {
  category: ChainCategory;
  index: number;
  onEdit: () => void;
}

const RowActions = observer(function RowActions({ category, index, onEdit }: RowActionsProps) {
  const store = useAdminStore(menuStore);
  const { name, category_id } = category;
  const ids = (store.categories.value ?? []).map((other) => other.category_id);
  const move = (to: number) => {
    const others = ids.filter((id) => id !== category_id);
    const sorted = [...others.slice(0, to), category_id, ...others.slice(to)];
    return runWithToast(() => store.sortCategories(sorted));
  };
  return (
    <>
      <RowButton
        text="↑"
        name={messages.up(name)}
        disabled={index === 0}
        onPress={() => void move(index - 1)}
      />
      <RowButton
        text="↓"
        name={messages.down(name)}
        disabled={index === ids.length - 1}
        onPress={() => void move(index + 1)}
      />
      <RowButton text={messages.edit} name={messages.editOf(name)} onPress={onEdit} />
      <RowButton
        text={messages.remove}
        name={messages.removeOf(name)}
        onPress={() => void runWithToast(() => store.deleteCategory(category_id), messages.removed)}
      />
    </>
  );
});

interface CategoryFormProps {
  /** Null for a new category. */
  category: ChainCategory | null;
  onDone: () => void;
}

function CategoryForm({ category, onDone }: CategoryFormProps) {
  const store = useAdminStore(menuStore);
  const [name, setName] = useState(category?.name ?? "");
  const [icon, setIcon] = useState(category?.icon ?? "");
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey);
  const [isBusy, setIsBusy] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  /** What is typed anew is another request. */
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    setIdempotencyKey(createIdempotencyKey());
  };
  const save = async () => {
    setIsBusy(true);
    const saved = { category_id: category?.category_id ?? null, name, icon };
    const isSaved = await runWithToast(() => store.saveCategory(saved, idempotencyKey), messages.saved);
    setIsBusy(false);
    if (isSaved) onDone();
  };
  return (
    <section aria-label={category === null ? messages.add : messages.editOf(category.name)}>
      <Typography.Title level={2} style={{ fontSize: 14 }}>
        {category === null ? messages.add : messages.editOf(category.name)}
      </Typography.Title>
      <TextField label={messages.name} maxLength={12} value={name} onChange={change(setName)} />
      <DishImageField label={messages.icon} value={icon} onChange={change(setIcon)} onBusy={setIsUploading} />
      <Flex gap="small">
        <Button
          type="primary"
          loading={isBusy}
          disabled={isUploading || name.trim() === ""}
          onClick={() => void save()}
        >
          {messages.submit}
        </Button>
        {category !== null && <Button onClick={onDone}>{uiMessages.cancel}</Button>}
      </Flex>
    </section>
  );
}
