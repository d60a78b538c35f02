import { Checkbox, Col, Collapse, Form, Row } from "antd";
import { useState } from "react";
import { type Allergen, allergenNames, allergens, nutrientNames } from "#contract/menu/dish-facts.ts";
import { TextField } from "../../ui/TextField.tsx";
import type { Problems } from "../../ui/useVersionedForm.ts";
import type { DishFields } from "./dishFields.ts";
import { dishFieldLabels as labels, menuMessages } from "./menuMessages.ts";

const messages = menuMessages.form;
const part = "facts";

interface DishFactsFieldsProps {
  fields: DishFields;
  problems: Problems<DishFields>;
  onChange: (changes: Partial<DishFields>) => void;
}

/** Allergens and nutrients of a dish, folded unless there are some; a problem unfolds them. */
export function DishFactsFields({ fields, problems, onChange }: DishFactsFieldsProps) {
  const hasFacts = fields.allergens.length > 0 || nutrientNames.some((name) => fields[name] !== "");
  const [isOpen, setIsOpen] = useState(hasFacts);
  const hasProblem = nutrientNames.some((name) => problems[name] !== undefined);
  return (
    <Collapse
      size="small"
      style={{ marginTop: 16 }}
      activeKey={isOpen || hasProblem ? [part] : []}
      onChange={(keys) => setIsOpen(keys.length > 0)}
      items={[
        {
          key: part,
          label: messages.facts,
          children: (
            <>
              <Form.Item label={labels.allergens} layout="vertical">
                <Checkbox.Group
                  aria-label={labels.allergens}
                  value={[...fields.allergens]}
                  options={allergens.map((name) => ({ value: name, label: allergenNames[name] }))}
                  onChange={(chosen) => onChange({ allergens: sortAllergens(chosen) })}
                />
              </Form.Item>
              <Row gutter={12}>
                {nutrientNames.map((name) => (
                  <Col key={name} span={8}>
                    <TextField
                      label={labels[name]}
                      inputMode="decimal"
                      maxLength={7}
                      value={fields[name]}
                      onChange={(amount) => onChange({ [name]: amount })}
                      problem={problems[name]}
                    />
                  </Col>
                ))}
              </Row>
              {messages.factsHint}
            </>
          ),
        },
      ]}
    />
  );
}

/** Sorts as the server does, so that choosing in another order is no change. */
function sortAllergens(chosen: readonly string[]): Allergen[] {
  return allergens.filter((name) => chosen.includes(name));
}
