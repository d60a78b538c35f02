import { Alert } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { ChainDish } from "#contract/staff/menu-admin/dish.schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { confirm, success } from "../../ui/notify.tsx";
import { useVersionedForm } from "../../ui/useVersionedForm.ts";
import { CategoriesState } from "./CategoriesState.tsx";
import { DishFieldset, markedDishFields } from "./DishFieldset.tsx";
import { mergeDishFields, newFields, parseFields, toFields } from "./dishFields.ts";
import { menuStore } from "./MenuStore.ts";
import { dishFieldLabels, menuMessages } from "./menuMessages.ts";

const messages = menuMessages.form;

interface DishDialogProps {
  /** Null for a new dish. */
  dish: ChainDish | null;
  onClose: () => void;
}

/** Customers could not tell the two apart. */
function tellSameName(name: string): void {
  void confirm({ ...messages.sameName, title: messages.sameName.title(name.trim()) });
}

/** Prompts for a dish of the chain; customers see it when it is published. */
export const DishDialog = observer(function DishDialog({ dish, onClose }: DishDialogProps) {
  const store = useAdminStore(menuStore);
  const [isUploading, setIsUploading] = useState(false);
  const { fields, change, problems, notice, isBusy, save } = useVersionedForm({
    entity: dish,
    getInitialFields: () => (dish === null ? newFields(store.filter.category) : toFields(dish)),
    toFields,
    labels: dishFieldLabels,
    markedFields: markedDishFields,
    merge: mergeDishFields,
    parse: parseFields,
    submit: async (form, base, idempotencyKey) => {
      if (await store.saveDish(form, base, idempotencyKey)) tellSameName(form.name);
    },
    messages,
    onSaved: () => {
      success(messages.saved);
      onClose();
    },
  });
  const submit = {
    text: messages.submit,
    onPress: () => void save(),
    isBusy,
    isDisabled: isUploading || store.categories.value === undefined,
  };
  const title = dish === null ? messages.addTitle : messages.editTitle(dish.name);
  return (
    <Dialog title={title} onClose={onClose} submit={submit} width={760}>
      <CategoriesState>
        {(categories) => (
          <DishFieldset
            fields={fields}
            problems={problems}
            categories={categories}
            onChange={change}
            onBusy={setIsUploading}
          />
        )}
      </CategoriesState>
      {notice !== null && (
        <Alert type="warning" role="alert" showIcon title={notice} style={{ marginTop: 12 }} />
      )}
    </Dialog>
  );
});
