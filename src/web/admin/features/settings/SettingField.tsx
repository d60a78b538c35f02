import { Flex, Form, Input, Select, Typography } from "antd";
import type { ReactNode } from "react";
import type { CancelReason } from "#contract/chain-settings/cancel-reasons.ts";
import type { CannedReplySetting } from "#contract/chain-settings/chain-settings.ts";
import { choiceLabels } from "#contract/chain-settings/setting-labels.ts";
import { FormField } from "../../ui/FormField.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { DishImageField } from "../menu/DishImageField.tsx";
import { CancelReasonsField } from "./CancelReasonsField.tsx";
import { CannedRepliesField } from "./CannedRepliesField.tsx";
import { LicencePictureField } from "./LicencePictureField.tsx";
import { MenuNoticesField } from "./MenuNoticesField.tsx";

interface ControlProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  problem: string | undefined;
  /** Called when an upload begins and ends. */
  onBusy: (isBusy: boolean) => void;
}

interface SettingFieldProps extends ControlProps {
  /** Section and name, such as "service.replies". */
  name: string;
}

/** Controls of the fields that are no text. */
const controls: Record<string, (props: ControlProps) => ReactNode> = {
  "brand.color": ({ label, value, onChange, problem }) => (
    <FormField label={label} problem={problem}>
      {(id) => (
        <Flex gap="small" align="center">
          <Input
            id={id}
            type="color"
            value={value as string}
            onChange={(event) => onChange(event.target.value)}
            style={{ width: 64, padding: 4 }}
          />
          <Typography.Text code>{value as string}</Typography.Text>
        </Flex>
      )}
    </FormField>
  ),
  "brand.logo": ({ label, value, onChange, problem, onBusy }) => (
    <FormField label={label} problem={problem}>
      {() => <DishImageField label={label} value={value as string} onChange={onChange} onBusy={onBusy} />}
    </FormField>
  ),
  "legal.minors": ({ label, value, onChange, problem }) => (
    <FormField label={label} problem={problem}>
      {(id) => (
        <Input.TextArea
          id={id}
          value={value as string}
          maxLength={200}
          rows={2}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  ),
  "legal.business_licence": ({ value, ...props }) => (
    <LicencePictureField {...props} value={value as string} />
  ),
  "legal.food_licence": ({ value, ...props }) => <LicencePictureField {...props} value={value as string} />,
  "service.replies": ({ value, onChange, ...props }) => (
    <CannedRepliesField {...props} replies={value as CannedReplySetting[]} onChange={onChange} />
  ),
  "orders.cancel_reasons": ({ value, onChange, ...props }) => (
    <CancelReasonsField {...props} reasons={value as CancelReason[]} onChange={onChange} />
  ),
  "menu.notices": ({ value, onChange, ...props }) => (
    <MenuNoticesField {...props} notices={value as string[]} onChange={onChange} />
  ),
  "restaurants.refund_requests": ({ label, value, onChange, problem }) => (
    <FormField label={label} problem={problem}>
      {(id) => (
        <Select
          id={id}
          value={value as string}
          onChange={onChange}
          options={Object.entries(choiceLabels["restaurants.refund_requests"] ?? {}).map(
            ([option, text]) => ({
              value: option,
              label: text,
            }),
          )}
        />
      )}
    </FormField>
  ),
};

/** Input for one field of the settings. */
export function SettingField({ name, ...props }: SettingFieldProps) {
  const Control = controls[name];
  if (Control !== undefined) return <Control {...props} />;
  const { label, value, onChange, problem } = props;
  if (typeof value === "boolean")
    return (
      <Form.Item>
        <Switch label={label} isChecked={value} onChange={onChange} />
      </Form.Item>
    );
  return (
    <TextField label={label} value={String(value)} onChange={onChange} problem={problem} maxLength={40} />
  );
}
