import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { formatFieldError } from "#contract/field-errors.ts";

/** Returns the fields of a form that its schema refuses, each with a sentence; `path` is that of its endpoint. */
export function listFieldProblems(
  schema: TSchema,
  form: unknown,
  path: string,
): { field: string; problem: string }[] {
  return Value.Errors(schema, form).map(({ instancePath, keyword, params }) => {
    const names = instancePath.split("/").slice(1);
    const { limit } = params as { limit?: number };
    const error = { rule: keyword, ...(limit !== undefined && { limit }) };
    return {
      // Of a list, such as variants/0/price, the last name is that of the column.
      field: names.findLast((name) => !/^\d+$/.test(name)) ?? "",
      problem: formatFieldError(path, names.join("."), error),
    };
  });
}
