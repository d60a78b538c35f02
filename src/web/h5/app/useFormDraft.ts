import { useState } from "react";
import { type FormDrafts, formDraftStore } from "./FormDraftStore.ts";
import { useStore } from "./useStores.ts";

interface FormDraft<Value> {
  value: Value;
  /** True when the value comes from an unsaved draft. */
  isRestored: boolean;
  change(value: Value): void;
  /** Deletes the draft after saving; the shown value stays. */
  clear(): void;
  /** Deletes the draft and shows the initial value again. */
  discard(): void;
}

/** Form value that survives the closing of its sheet or page until it is saved or discarded. */
export function useFormDraft<Form extends keyof FormDrafts>(
  form: Form,
  initial: FormDrafts[Form],
): FormDraft<FormDrafts[Form]> {
  const drafts = useStore(formDraftStore);
  const [stored] = useState(() => drafts.find(form));
  const [value, setValue] = useState(stored ?? initial);
  const [isRestored, setIsRestored] = useState(stored !== undefined);
  const clear = () => {
    drafts.remove(form);
    setIsRestored(false);
  };
  return {
    value,
    isRestored,
    change: (next) => {
      setValue(next);
      drafts.save(form, next);
    },
    clear,
    discard: () => {
      clear();
      setValue(initial);
    },
  };
}
