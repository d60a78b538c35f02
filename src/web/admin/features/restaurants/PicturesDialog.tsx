import { Alert } from "antd";
import { useState } from "react";
import type { ChainRestaurant, ChainRestaurantPictures } from "#contract/staff/restaurant-admin/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { useVersionedForm } from "../../ui/useVersionedForm.ts";
import { LicenceField, PicturesField } from "./PictureFields.tsx";
import { restaurantAdminStore } from "./RestaurantAdminStore.ts";
import { restaurantAdminMessages } from "./restaurantAdminMessages.ts";

const messages = restaurantAdminMessages.pictures;

type Fields = Omit<ChainRestaurantPictures, "version">;

const names = ["pictures", "business_licence", "food_licence"] as const;

function toFields({ version: _version, ...fields }: ChainRestaurantPictures): Fields {
  return fields;
}

interface PicturesDialogProps {
  restaurant: ChainRestaurant;
  onClose: () => void;
}

/** Sets what customers see of a restaurant: its pictures in their order, and its licences. */
export function PicturesDialog({ restaurant, onClose }: PicturesDialogProps) {
  const store = useAdminStore(restaurantAdminStore);
  const [uploads, setUploads] = useState(0);
  const countUpload = (isBusy: boolean) => setUploads((count) => count + (isBusy ? 1 : -1));
  const { fields, change, problems, notice, isBusy, save } = useVersionedForm({
    entity: restaurant.pictures,
    getInitialFields: () => toFields(restaurant.pictures),
    toFields,
    labels: messages.labels,
    markedFields: names,
    parse: (form: Fields) => ({ form }),
    submit: (form, base) =>
      store.savePictures(restaurant.restaurant_id, { ...form, version: base?.version ?? 1 }),
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
    isDisabled: uploads > 0,
  };
  return (
    <Dialog title={messages.title(restaurant.name)} onClose={onClose} submit={submit} width={720}>
      <PicturesField
        label={messages.labels.pictures}
        pictures={fields.pictures}
        onChange={(pictures) => change({ pictures })}
        onUpload={store.uploadPicture}
        onBusy={countUpload}
        problem={problems.pictures}
      />
      {(["business_licence", "food_licence"] as const).map((name) => (
        <LicenceField
          key={name}
          label={messages.labels[name]}
          licence={fields[name]}
          onChange={(licence) => change({ [name]: licence })}
          onUpload={store.uploadPicture}
          onBusy={countUpload}
          problem={problems[name]}
        />
      ))}
      {notice !== null && (
        <Alert type="warning" role="alert" showIcon title={notice} style={{ marginTop: 12 }} />
      )}
    </Dialog>
  );
}
