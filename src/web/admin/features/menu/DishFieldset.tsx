import { Checkbox, Col, Flex, Form, Row, Select } from "antd";
import { type DayPart, dayParts } from "#contract/constants.ts";
import { nutrientNames } from "#contract/menu/dish-facts.ts";
import type { ChainCategory } from "#contract/staff/menu-admin/schema.ts";
import { FormField } from "../../ui/FormField.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextField } from "../../ui/TextField.tsx";
import type { Problems } from "../../ui/useVersionedForm.ts";
import { DishFactsFields } from "./DishFactsFields.tsx";
import { DishImageField } from "./DishImageField.tsx";
import type { DishFields } from "./dishFields.ts";
import { dishFieldLabels as labels, menuMessages } from "./menuMessages.ts";
import { VariantTable } from "./VariantTable.tsx";

const messages = menuMessages.form;

interface DishFieldsetProps {
  fields: DishFields;
  problems: Problems<DishFields>;
  categories: readonly ChainCategory[];
  onChange: (changes: Partial<DishFields>) => void;
  /** Called when an image begins and ends being uploaded. */
  onBusy: (isBusy: boolean) => void;
}

/** Fields that show their problem. */
export const markedDishFields = [
  "name",
  "category_id",
  "rank",
  "description",
  "variants",
  "sold_from",
  "sold_until",
  "min_quantity",
  "max_quantity",
  ...nutrientNames,
] as const;

/** Inputs for a dish of the chain. */
export function DishFieldset({ fields, problems, categories, onChange, onBusy }: DishFieldsetProps) {
  return (
    <>
      <DishImageField
        label={labels.image}
        value={fields.image}
        onChange={(image) => onChange({ image })}
        onBusy={onBusy}
      />
      <Row gutter={12}>
        <Col span={12}>
          <TextField
            label={labels.name}
            maxLength={40}
            value={fields.name}
            onChange={(name) => onChange({ name })}
            problem={problems.name}
          />
        </Col>
        <Col span={7}>
          <CategorySelect
            label={labels.category_id}
            categories={categories}
            value={fields.category_id}
            problem={problems.category_id}
            onChange={(category_id) => onChange({ category_id })}
          />
        </Col>
        <Col span={5}>
          <TextField
            label={labels.rank}
            placeholder={messages.rankHint}
            inputMode="numeric"
            maxLength={5}
            value={fields.rank}
            onChange={(rank) => onChange({ rank })}
            problem={problems.rank}
          />
        </Col>
      </Row>
      <TextField
        label={labels.description}
        maxLength={200}
        value={fields.description}
        onChange={(description) => onChange({ description })}
        problem={problems.description}
      />
      <VariantTable
        label={labels.variants}
        variants={fields.variants}
        problem={problems.variants}
        onChange={(variants) => onChange({ variants })}
      />
      <AvailabilityFields fields={fields} problems={problems} onChange={onChange} />
      <DishFactsFields fields={fields} problems={problems} onChange={onChange} />
    </>
  );
}

interface CategorySelectProps {
  label: string;
  categories: readonly ChainCategory[];
  value: string;
  problem: string | undefined;
  onChange: (id: string) => void;
}

function CategorySelect({ label, categories, value, problem, onChange }: CategorySelectProps) {
  return (
    <FormField label={label} problem={problem}>
      {(id) => (
        <Select
          id={id}
          virtual={false}
          aria-label={label}
          value={value === "" ? null : value}
          options={categories.map(({ category_id, name }) => ({ value: category_id, label: name }))}
          onChange={(next) => onChange(next ?? "")}
        />
      )}
    </FormField>
  );
}

type AvailabilityFieldsProps = Omit<DishFieldsetProps, "categories" | "onBusy">;

/** When, how and whether a dish is sold. */
function AvailabilityFields({ fields, problems, onChange }: AvailabilityFieldsProps) {
  return (
    <>
      <Form.Item label={labels.day_parts} layout="vertical" extra={messages.allDay}>
        <Checkbox.Group
          aria-label={labels.day_parts}
          value={[...fields.day_parts]}
          options={dayParts.map(([name]) => ({ value: name, label: messages.dayParts[name] }))}
          onChange={(day_parts) => onChange({ day_parts: day_parts as DayPart[] })}
        />
      </Form.Item>
      <Form.Item label={labels.weekdays} layout="vertical" extra={messages.allDay}>
        <Checkbox.Group
          aria-label={labels.weekdays}
          value={[...fields.weekdays]}
          options={messages.weekdays.map((label, index) => ({ value: index + 1, label }))}
          onChange={(weekdays) => onChange({ weekdays: weekdays.map(Number).sort((a, b) => a - b) })}
        />
      </Form.Item>
      <Row gutter={12}>
        {(["sold_from", "sold_until"] as const).map((name) => (
          <Col key={name} span={12}>
            <TextField
              label={labels[name]}
              type="date"
              value={fields[name]}
              onChange={(date) => onChange({ [name]: date })}
              problem={problems[name]}
            />
          </Col>
        ))}
      </Row>
      <Row gutter={12}>
        {(["min_quantity", "max_quantity"] as const).map((name) => (
          <Col key={name} span={12}>
            <TextField
              label={labels[name]}
              placeholder={messages.quantityHint}
              inputMode="numeric"
              maxLength={2}
              value={fields[name]}
              onChange={(portions) => onChange({ [name]: portions })}
              problem={problems[name]}
            />
          </Col>
        ))}
      </Row>
      <Flex gap="large">
        {(["takeaway", "in_store", "on_sale"] as const).map((name) => (
          <Switch
            key={name}
            label={labels[name]}
            isChecked={fields[name]}
            onChange={(isChecked) => onChange({ [name]: isChecked })}
          />
        ))}
      </Flex>
    </>
  );
}
