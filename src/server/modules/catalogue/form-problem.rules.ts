import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Value } from "typebox/value";
import { formatFieldError } from "#contract/field-errors.ts";

/** What is wrong with a field, as a sentence. */
interface FieldProblem {
  field: string;
  problem: string;
}

/**
 * Returns the check of many forms: it lists the fields that the schema refuses, each with a sentence; `path` is that of
 * the forms' endpoint. The schema is compiled, because reading it anew takes fifty times as long as the check itself.
 */
export function createFormCheck(schema: TSchema, path: string): (form: unknown) => FieldProblem[] {
  let validator: Validator | undefined;
  return (form) => {
    validator ??= Compile(schema);
    return validator.Check(form) ? [] : listFieldProblems(schema, form, path);
  };
}

function listFieldProblems(schema: TSchema, form: unknown, path: string): FieldProblem[] {
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
