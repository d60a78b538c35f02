import { Col, Form, Row } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useAdminStore } from "../../app/AdminStores.ts";
import { workSettingsStore } from "../../app/WorkSettingsStore.ts";
import { TextField } from "../../ui/TextField.tsx";
import { restaurantFieldLabels as labels, restaurantAdminMessages } from "./restaurantAdminMessages.ts";
import { chainTerm, type TermName, termNames } from "./restaurantTerms.ts";

const messages = restaurantAdminMessages.terms;

interface TermsFieldsProps {
  fields: Record<TermName, string>;
  problems: Partial<Record<TermName, string>>;
  onChange: (changes: Partial<Record<TermName, string>>) => void;
}

/** Inputs for the conditions of deliveries and bookings; an empty one shows the chain's. */
export const TermsFields = observer(function TermsFields(props: TermsFieldsProps) {
  const { fields, problems, onChange } = props;
  const workSettings = useAdminStore(workSettingsStore);
  useEffect(() => workSettings.load(), [workSettings]);
  const chain = workSettings.current;
  return (
    <Form.Item label={messages.title} layout="vertical" extra={messages.hint}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out as antd's label */}
      <div role="group" aria-label={messages.title}>
        <Row gutter={12}>
          {termNames.map((name) => (
            <Col key={name} span={8}>
              <TextField
                label={labels[name]}
                {...(chain !== undefined && { placeholder: messages.chain(chainTerm(name, chain)) })}
                inputMode="decimal"
                maxLength={9}
                value={fields[name]}
                onChange={(value) => onChange({ [name]: value })}
                problem={problems[name]}
              />
            </Col>
          ))}
        </Row>
      </div>
    </Form.Item>
  );
});
