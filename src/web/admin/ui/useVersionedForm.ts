import { useEffect, useState } from "react";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { listDifferences, mergeFields } from "./mergeFields.ts";

/** Error messages of the fields of a form. */
export type Problems<Fields> = Partial<Record<keyof Fields, string>>;

interface VersionedFormOptions<Entity, Fields, Form> {
  /** What the form changes; null for a new one. */
  entity: Entity | null;
  getInitialFields: () => Fields;
  toFields: (entity: Entity) => Fields;
  labels: Readonly<Record<keyof Fields, string>>;
  /** Fields that show their problem; that of any other is told below the form. */
  markedFields: readonly (keyof Fields)[];
  /** Joins what was typed with a change by another person; `mergeFields` by default. */
  merge?: (typed: Fields, base: Fields, current: Fields) => Fields;
  /** Returns the form to send, or what is wrong with the fields. */
  parse: (fields: Fields) => { form: Form } | { problems: Problems<Fields> };
  /**
   * Sends the form, made from `base`. Rejects with "conflict" and `data.current` if that was changed since; resolves
   * with false if the person decided not to send it.
   */
  submit: (form: Form, base: Entity | null, idempotencyKey: string) => Promise<unknown>;
  messages: { conflict: (fieldLabels: string) => string; failed: string };
  onSaved: (form: Form, isNew: boolean) => void;
}

/**
 * State of a form that several people may have open: what was typed survives every failure, also a change by
 * another person, of which only the fields that were not touched here are taken over.
 */
export function useVersionedForm<Entity, Fields extends object, Form>(
  options: VersionedFormOptions<Entity, Fields, Form>,
) {
  const { toFields, labels, messages, merge = mergeFields } = options;
  const [base, setBase] = useState(options.entity);
  const [fields, setFields] = useState(options.getInitialFields);
  const [problems, setProblems] = useState<Problems<Fields>>({});
  const [notice, setNotice] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey);

  // The first problem may be far above the button; the focus brings it into view.
  useEffect(() => {
    if (Object.keys(problems).length > 0) document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);

  const handleFailure = (error: unknown) => {
    const { code, data } = error instanceof ApiError ? error : { code: null, data: {} };
    if (base !== null && code === "conflict" && "current" in data) {
      const current = data.current as Entity;
      const [before, now] = [toFields(base), toFields(current)];
      setFields((typed) => merge(typed, before, now));
      setBase(current);
      setNotice(
        messages.conflict(
          listDifferences(before, now)
            .map((name) => labels[name])
            .join("、"),
        ),
      );
      return;
    }
    const message = toErrorMessage(error, messages.failed);
    // Of a list, such as "variants.0.price", the whole field is marked.
    const [field = ""] = "field" in data ? String(data.field).split(".") : [];
    const marked = options.markedFields.find((name) => name === field);
    if (marked !== undefined) setProblems({ [marked]: message } as Problems<Fields>);
    else setNotice(message);
  };

  const save = async () => {
    const parsed = options.parse(fields);
    setNotice(null);
    setProblems("problems" in parsed ? parsed.problems : {});
    if ("problems" in parsed) return;
    setIsBusy(true);
    try {
      if ((await options.submit(parsed.form, base, idempotencyKey)) === false) return setIsBusy(false);
    } catch (error) {
      handleFailure(error);
      setIsBusy(false);
      return;
    }
    options.onSaved(parsed.form, base === null);
  };
  /** What is typed anew is another request; what got no response and is sent as it was is the same. */
  const change = (changes: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...changes }));
    setProblems({});
    setIdempotencyKey(createIdempotencyKey());
  };
  const isTyped = base !== null && listDifferences(toFields(base), fields).length > 0;
  return { base, fields, change, problems, notice, isBusy, isTyped, save };
}
