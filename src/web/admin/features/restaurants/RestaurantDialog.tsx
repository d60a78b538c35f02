import { Alert, Typography } from "antd";
import type { ChainRestaurant } from "#contract/staff/restaurant-admin/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { confirm, success } from "../../ui/notify.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useVersionedForm } from "../../ui/useVersionedForm.ts";
import { restaurantAdminStore } from "./RestaurantAdminStore.ts";
import { markedRestaurantFields, RestaurantFieldset } from "./RestaurantFieldset.tsx";
import { restaurantAdminMessages, restaurantFieldLabels } from "./restaurantAdminMessages.ts";
import { mergeRestaurantFields, parseFields, type RestaurantFields, toFields } from "./restaurantFields.ts";

const messages = restaurantAdminMessages.form;

/** What the form does: opens a restaurant, opens one like another, or changes one. */
export type RestaurantTask =
  | { kind: "add" }
  | { kind: "copy"; from: ChainRestaurant }
  | { kind: "edit"; restaurant: ChainRestaurant };

interface RestaurantDialogProps {
  task: RestaurantTask;
  onClose: () => void;
}

/** The settings, and the code, which a restaurant keeps. */
type Fields = RestaurantFields & { restaurant_id: string };

const labels = { ...restaurantFieldLabels, restaurant_id: messages.code };

function toFormFields(restaurant: ChainRestaurant): Fields {
  return { ...toFields(restaurant), restaurant_id: restaurant.restaurant_id };
}

function getInitialFields(task: RestaurantTask): Fields {
  const restaurant_id = "";
  if (task.kind === "edit") return toFormFields(task.restaurant);
  if (task.kind === "add") return { ...toFields(null), restaurant_id };
  const { city, city_code, ...rest } = toFields(task.from);
  // What belongs to the place of the other restaurant only, or to a day of it, is typed anew.
  const { name, phone, address, district, lat, lng, delivery_polygon, special_days } = toFields(null);
  const own = { name, phone, address, district, lat, lng, delivery_polygon, special_days };
  return { ...rest, city, city_code, ...own, restaurant_id };
}

function titleOf(task: RestaurantTask): string {
  if (task.kind === "edit") return messages.editTitle(task.restaurant.name);
  return task.kind === "add" ? messages.addTitle : messages.copyTitle(task.from.name);
}

function parse({ restaurant_id: code, ...fields }: Fields) {
  const parsed = parseFields(fields);
  if (code.trim() === "")
    return { problems: { restaurant_id: messages.required, ...("problems" in parsed && parsed.problems) } };
  return "form" in parsed ? { form: { ...parsed.form, code: code.trim().toUpperCase() } } : parsed;
}

/** Names bookings that new hours leave out, whose customers someone has to call. */
function tellOutside(codes: readonly string[]): void {
  if (codes.length === 0) return;
  const { title, understood } = messages.outside;
  void confirm({ title: title(codes.length), message: codes.join("、"), confirmText: understood });
}

/** Prompts for what the head office sets of a restaurant. */
export function RestaurantDialog({ task, onClose }: RestaurantDialogProps) {
  const store = useAdminStore(restaurantAdminStore);
  const { fields, change, problems, notice, isBusy, save } = useVersionedForm({
    entity: task.kind === "edit" ? task.restaurant : null,
    getInitialFields: () => getInitialFields(task),
    toFields: toFormFields,
    labels,
    markedFields: ["restaurant_id", ...markedRestaurantFields],
    parse,
    merge: mergeRestaurantFields,
    submit: async ({ code, ...form }, base, idempotencyKey) => {
      if (base !== null) return tellOutside(await store.update(base, form));
      const copyFrom = task.kind === "copy" ? task.from.restaurant_id : null;
      return store.create(form, { code, copyFrom, idempotencyKey });
    },
    messages,
    onSaved: ({ name }, isNew) => {
      success(isNew ? messages.added(name.trim()) : messages.saved);
      onClose();
    },
  });
  const submit = { text: messages.submit, onPress: () => void save(), isBusy };
  return (
    <Dialog title={titleOf(task)} onClose={onClose} submit={submit} width={800}>
      {task.kind !== "edit" && (
        <TextField
          label={messages.code}
          placeholder={messages.codeHint}
          maxLength={16}
          value={fields.restaurant_id}
          onChange={(restaurant_id) => change({ restaurant_id })}
          problem={problems.restaurant_id}
        />
      )}
      <RestaurantFieldset
        fields={fields}
        problems={problems}
        onChange={change}
        onSearchPlaces={store.searchPlaces}
      />
      {task.kind !== "edit" && (
        <Typography.Text type="secondary">
          {task.kind === "copy" ? messages.copiesDishes(task.from.name) : messages.allDishes}
        </Typography.Text>
      )}
      {notice !== null && (
        <Alert type="warning" role="alert" showIcon title={notice} style={{ marginTop: 12 }} />
      )}
    </Dialog>
  );
}
