import { Form, Typography } from "antd";
import { useState } from "react";
import type { StaffMember } from "#contract/staff/member/schema.ts";
import { staffRoles } from "#contract/staff/roles.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { validatePhone } from "#web/lib/login/loginValidation.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { withCode } from "../../ui/CodePrompt.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import type { RestaurantOption } from "../restaurant/useFoundRestaurants.ts";
import { RestaurantsSelect } from "./RestaurantsSelect.tsx";
import { staffMemberStore } from "./StaffMemberStore.ts";
import { staffMemberMessages } from "./staffMemberMessages.ts";

const messages = staffMemberMessages.form;
const nameMax = 20;

interface StaffMemberDialogProps {
  /** Member to change; null adds one, a dismissed one is taken back. */
  member: StaffMember | null;
  onClose: () => void;
}

interface StaffMemberForm {
  name: string;
  phone: string;
  role: StaffMember["role"];
  restaurants: RestaurantOption[];
}

type Problems = Partial<Record<"name" | "phone" | "restaurants", string>>;

/** Prompts for name, phone number, role and restaurants of a member of staff. */
export function StaffMemberDialog({ member, onClose }: StaffMemberDialogProps) {
  const store = useAdminStore(staffMemberStore);
  const isNew = member === null || member.dismissed_at !== null;
  const [form, setForm] = useState<StaffMemberForm>({
    name: member?.name ?? "",
    phone: member?.phone ?? "",
    role: member?.role ?? "agent",
    restaurants: toRestaurantOptions(member),
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKey] = useState(createIdempotencyKey);
  const change = (values: Partial<StaffMemberForm>) => {
    setForm({ ...form, ...values });
    setProblems({});
  };
  const save = async () => {
    const found = findProblems(form, isNew);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const position = {
      name: form.name.trim(),
      role: form.role,
      restaurant_ids: form.role === "store" ? form.restaurants.map(({ value }) => value) : [],
    };
    setIsBusy(true);
    const isDone = await runWithToast(
      () =>
        withCode((code) => {
          const request = { ...position, ...(code !== undefined && { code }) };
          return isNew
            ? store.add({ ...request, phone: form.phone, idempotencyKey })
            : store.update(member.staff_id, request);
        }),
      isNew ? messages.added(position.name) : messages.saved,
    );
    setIsBusy(false);
    if (isDone) onClose();
  };
  const title = isNew ? messages.addTitle : messages.editTitle(member.name);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      submit={{ text: messages.submit, onPress: () => void save(), isBusy }}
    >
      <Fields isNew={isNew} form={form} problems={problems} onChange={change} />
      {!isNew && <Typography.Text type="secondary">{messages.sessionsEnd}</Typography.Text>}
    </Dialog>
  );
}

interface FieldsProps {
  isNew: boolean;
  form: StaffMemberForm;
  problems: Problems;
  onChange: (values: Partial<StaffMemberForm>) => void;
}

function Fields({ isNew, form, problems, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={messages.name}
        value={form.name}
        onChange={(name) => onChange({ name })}
        maxLength={nameMax}
        problem={problems.name}
      />
      {isNew && (
        <TextField
          label={messages.phone}
          type="tel"
          value={form.phone}
          onChange={(phone) => onChange({ phone })}
          maxLength={20}
          problem={problems.phone}
        />
      )}
      <Form.Item label={messages.role} layout="vertical">
        <RadioGroup
          label={messages.role}
          options={staffRoles.map((value) => ({ value, text: adminMessages.nav.roles[value] }))}
          value={form.role}
          onChange={(role) => onChange({ role })}
        />
      </Form.Item>
      {form.role === "store" && (
        <RestaurantsSelect
          label={messages.restaurants}
          value={form.restaurants}
          onChange={(restaurants) => onChange({ restaurants })}
          problem={problems.restaurants}
        />
      )}
    </>
  );
}

function toRestaurantOptions(member: StaffMember | null): RestaurantOption[] {
  return (member?.restaurants ?? []).map(({ restaurant_id, name }) => ({
    value: restaurant_id,
    label: name,
  }));
}

function findProblems(form: StaffMemberForm, isNew: boolean): Problems {
  const phoneProblem = isNew ? validatePhone(form.phone) : undefined;
  return {
    ...(form.name.trim() === "" && { name: messages.nameMissing }),
    ...(phoneProblem !== undefined && { phone: phoneProblem }),
    ...(form.role === "store" &&
      form.restaurants.length === 0 && { restaurants: messages.restaurantsMissing }),
  };
}
