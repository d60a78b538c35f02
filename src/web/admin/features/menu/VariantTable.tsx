import { Button, Flex, Input, Typography } from "antd";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { newVariant, type VariantFields } from "./dishFields.ts";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.form;

const columns = [
  ["spec_name", messages.spec, messages.specHint, 20],
  ["price", messages.price, "", 10],
  ["original_price", messages.originalPrice, messages.originalHint, 10],
] as const;

interface VariantTableProps {
  label: string;
  variants: readonly VariantFields[];
  problem: string | undefined;
  onChange: (variants: readonly VariantFields[]) => void;
}

/** Variants of a dish with their prices, in the order in which customers see them. */
export function VariantTable({ label, variants, problem, onChange }: VariantTableProps) {
  const change = (key: string, changes: Partial<VariantFields>) =>
    onChange(variants.map((variant) => (variant.key === key ? { ...variant, ...changes } : variant)));
  const add = () => onChange([...variants, newVariant(createIdempotencyKey())]);
  return (
    <fieldset style={{ border: 0, padding: 0, margin: "0 0 16px" }} aria-label={label}>
      <Flex vertical gap="small">
        {variants.map((variant, index) => (
          <Flex key={variant.key} gap="small" align="end">
            {columns.map(([name, title, placeholder, maxLength]) => (
              <div key={name} style={{ flex: 1 }}>
                {index === 0 && <Typography.Text aria-hidden="true">{title}</Typography.Text>}
                <Input
                  aria-label={messages.nth(title, index + 1)}
                  placeholder={placeholder}
                  maxLength={maxLength}
                  value={variant[name]}
                  aria-invalid={problem !== undefined}
                  {...(problem !== undefined && { status: "error" })}
                  onChange={(event) => change(variant.key, { [name]: event.target.value })}
                />
              </div>
            ))}
            <Button
              aria-label={messages.removeVariant(index + 1)}
              disabled={variants.length === 1}
              onClick={() => onChange(variants.filter(({ key }) => key !== variant.key))}
            >
              ×
            </Button>
          </Flex>
        ))}
      </Flex>
      {problem !== undefined && (
        <Typography.Text type="danger" role="alert">
          {problem}
        </Typography.Text>
      )}
      <Button type="link" onClick={add} style={{ paddingInline: 0 }}>
        {messages.addVariant}
      </Button>
    </fieldset>
  );
}
