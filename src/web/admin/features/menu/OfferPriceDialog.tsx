import { Form } from "antd";
import { useState } from "react";
import { dishPrice } from "#contract/constants.ts";
import { formatYuanDecimal } from "#contract/money.ts";
import { menuAdminEndpoints as endpoints } from "#contract/staff/menu-admin/endpoints.ts";
import type { DishOffer } from "#contract/staff/menu-admin/schema.ts";
import { useAdminStores } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { parseFen } from "../../ui/parseNumbers.ts";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.offer;

/** How a restaurant sells one variant of a dish. */
export type Offer = Omit<DishOffer, "variants"> & DishOffer["variants"][number];

interface OfferPriceDialogProps {
  offer: Offer;
  /** Name of the variant. */
  spec: string;
  onDone: () => void;
  onClose: () => void;
}

/** Prompts for the price of a dish in a restaurant, in those of its city, or in all. */
export function OfferPriceDialog({ offer, spec, onDone, onClose }: OfferPriceDialogProps) {
  const { api } = useAdminStores();
  const [text, setText] = useState(offer.price === null ? "" : formatYuanDecimal(offer.price));
  const [scope, setScope] = useState<"one" | "city" | "all">("one");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    const price = text.trim() === "" ? null : parseFen(text, dishPrice.maxFen);
    if (price === null && text.trim() !== "") return setProblem(menuMessages.form.badPrice);
    const target = {
      one: { restaurant_ids: [offer.restaurant_id] },
      city: { city_code: offer.city_code },
      all: {},
    }[scope];
    setIsBusy(true);
    const isDone = await runWithToast(async () => {
      const body = { dish_id: offer.dish_id, price, ...target };
      const { changed } = await api.call(endpoints.setOffer, { body });
      success(messages.saved(changed));
    });
    setIsBusy(false);
    if (isDone) onDone();
  };
  const submit = { text: messages.submit, onPress: () => void save(), isBusy };
  return (
    <Dialog title={messages.priceTitle(spec)} onClose={onClose} submit={submit}>
      <TextField
        label={messages.price}
        placeholder={messages.priceHint}
        inputMode="decimal"
        maxLength={10}
        value={text}
        onChange={(value) => {
          setText(value);
          setProblem(undefined);
        }}
        problem={problem}
      />
      <Form.Item label={messages.scope} layout="vertical">
        <RadioGroup
          label={messages.scope}
          options={[
            { value: "one", text: messages.scopes.one(offer.name) },
            { value: "city", text: messages.scopes.city(offer.city) },
            { value: "all", text: messages.scopes.all },
          ]}
          value={scope}
          onChange={setScope}
        />
      </Form.Item>
    </Dialog>
  );
}
