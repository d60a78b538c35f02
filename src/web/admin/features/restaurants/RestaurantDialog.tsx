import { Alert, Button, Typography } from "antd";
import { useState } from "react";
import type { ChainRestaurant } from "#contract/staff/restaurant-admin/schema.ts";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import { restaurantAdminStore } from "./RestaurantAdminStore.ts";
import { RestaurantFieldset } from "./RestaurantFieldset.tsx";
import { restaurantAdminMessages, restaurantFieldLabels } from "./restaurantAdminMessages.ts";
import {
  listDifferences,
  mergeFields,
  parseFields,
  type RestaurantFields,
  toFields,
} from "./restaurantFields.ts";

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

type Problems = Partial<Record<keyof RestaurantFields | "restaurant_id", string>>;

function toInitialFields(task: RestaurantTask): RestaurantFields {
  if (task.kind === "edit") return toFields(task.restaurant);
  if (task.kind === "add") return toFields(null);
  const { city, city_code, ...rest } = toFields(task.from);
  // What belongs to the place of the other restaurant only is typed anew.
  const { name, phone, address, district, lat, lng, delivery_polygon } = toFields(null);
  return { ...rest, city, city_code, name, phone, address, district, lat, lng, delivery_polygon };
}

function titleOf(task: RestaurantTask): string {
  if (task.kind === "edit") return messages.editTitle(task.restaurant.name);
  return task.kind === "add" ? messages.addTitle : messages.copyTitle(task.from.name);
}

/** State of the form: what was typed survives every failure, also a change by another admin. */
function useRestaurantForm(task: RestaurantTask, onDone: () => void) {
  const store = useAdminStore(restaurantAdminStore);
  const [base, setBase] = useState(task.kind === "edit" ? task.restaurant : null);
  const [code, setCode] = useState("");
  const [fields, setFields] = useState(() => toInitialFields(task));
  const [problems, setProblems] = useState<Problems>({});
  const [notice, setNotice] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey);

  const handleFailure = (error: unknown) => {
    const { code: errorCode, data } = error instanceof ApiError ? error : { code: null, data: {} };
    if (base !== null && errorCode === "conflict" && "current" in data) {
      const current = data.current as ChainRestaurant;
      const [before, now] = [toFields(base), toFields(current)];
      const labels = listDifferences(before, now).map((name) => restaurantFieldLabels[name]);
      setFields(mergeFields(fields, before, now));
      setBase(current);
      setNotice(messages.conflict(labels.join("、")));
      return;
    }
    const message = toErrorMessage(error, messages.failed);
    const field = "field" in data ? String(data.field) : "";
    if (field === "restaurant_id" || field in fields) setProblems({ [field]: message });
    else setNotice(message);
  };

  const save = async () => {
    const { form, notNumbers } = parseFields(fields);
    setNotice(null);
    setProblems(Object.fromEntries(notNumbers.map((name) => [name, messages.notNumber])));
    if (form === null) return;
    setIsBusy(true);
    try {
      if (base !== null) await store.update(base, form);
      else {
        const copyFrom = task.kind === "copy" ? task.from.restaurant_id : null;
        await store.create(form, { code: code.trim().toUpperCase(), copyFrom, idempotencyKey });
      }
    } catch (error) {
      handleFailure(error);
      setIsBusy(false);
      return;
    }
    success(base === null ? messages.added(form.name.trim()) : messages.saved);
    onDone();
  };
  /** What is typed anew is another request; what got no response and is sent as it was is the same. */
  const startAnew = () => {
    setProblems({});
    setIdempotencyKey(createIdempotencyKey());
  };
  const change = (changes: Partial<RestaurantFields>) => {
    setFields({ ...fields, ...changes });
    startAnew();
  };
  const changeCode = (text: string) => {
    setCode(text);
    startAnew();
  };
  return { code, changeCode, fields, change, problems, notice, isBusy, save };
}

/** Prompts for what the head office sets of a restaurant. */
export function RestaurantDialog({ task, onClose }: RestaurantDialogProps) {
  const { code, changeCode, fields, change, problems, notice, isBusy, save } = useRestaurantForm(
    task,
    onClose,
  );
  const footer = (
    <>
      <Button onClick={onClose}>{uiMessages.cancel}</Button>
      <Button type="primary" loading={isBusy} onClick={() => void save()}>
        {messages.submit}
      </Button>
    </>
  );
  return (
    <Dialog title={titleOf(task)} onClose={onClose} footer={footer} width={720}>
      {task.kind !== "edit" && (
        <TextField
          label={messages.code}
          placeholder={messages.codeHint}
          maxLength={16}
          value={code}
          onChange={changeCode}
          problem={problems.restaurant_id}
        />
      )}
      <RestaurantFieldset fields={fields} problems={problems} onChange={change} />
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
