import { type FieldLabel, fieldLabels } from "./field-labels.ts";

/** Validation error of a field: the failed rule of its schema, and the bound that the rule names. */
export interface FieldError {
  rule: string;
  limit?: number;
}

/** Returns the label of a field, undefined if it has none. `endpointPath` is the path after /api/v1/. */
export function findFieldLabel(endpointPath: string, field: string): FieldLabel | undefined {
  const path = field.replace(/\.\d+(?=\.|$)/g, "");
  const name = path.slice(path.lastIndexOf(".") + 1);
  for (const key of [`${endpointPath}:${path}`, path, name])
    if (Object.hasOwn(fieldLabels, key)) return fieldLabels[key];
  return undefined;
}

/** Formats a validation error as a Chinese sentence that names the field: 请输入城市, 备注不能超过50个字. */
export function formatFieldError(endpointPath: string, field: string, { rule, limit }: FieldError): string {
  const label = findFieldLabel(endpointPath, field);
  if (rule === "additionalProperties") return "提交了不支持的内容";
  if (label === undefined) return "填写的内容有误，请检查后重试";
  const [verb, noun] = label;
  switch (rule) {
    case "required":
    case "minLength":
    case "minItems":
      return `请${verb}${noun}`;
    case "maxLength":
      return `${noun}不能超过${limit}个字`;
    case "maxItems":
      return `${noun}不能超过${limit}项`;
    case "minimum":
      return `${noun}不能小于${limit}`;
    case "maximum":
      return `${noun}不能大于${limit}`;
    case "enum":
      return `${noun}不正确，请重新选择`;
    default:
      return `${noun}格式不正确`;
  }
}
