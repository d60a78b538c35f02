import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import type { LegalText } from "#contract/legal/schema.ts";
import type { LegalTextName } from "#contract/legal/texts.ts";
import { isAbortError, isUnsupportedEndpoint, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDate } from "#web/lib/time/formatTime.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useStore } from "../../../app/useStores.ts";
import { legalTextStore } from "../LegalTextStore.ts";
import { legalMessages as messages } from "../legalMessages.ts";
import styles from "./LegalTextView.module.css";

const elements = { title: "h2", heading: "h3", paragraph: "p" } as const;

/** A legal text with its version and date. */
export const LegalTextView = observer(function LegalTextView({ name }: { name: LegalTextName }) {
  const store = useStore(legalTextStore);
  const load = useCallback(() => {
    store.open(name).catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading a legal text failed", error);
    });
  }, [store, name]);
  useEffect(load, [load]);
  const { value, status, error } = store.text;
  if (value?.name === name) return <Text text={value} />;
  if (status === "failed" && isUnsupportedEndpoint(error))
    return <EmptyState illustration="failed" text={messages.notOffered} />;
  if (status === "failed") return <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={load} />;
  return <Skeleton shape="line" rows={8} />;
});

function Text({ text: { version, changed_at, blocks } }: { text: LegalText }) {
  return (
    <article className={styles.text}>
      <p className={styles.version}>
        {changed_at === null ? messages.sample : messages.version(version, formatDate(changed_at))}
      </p>
      {toGroups(blocks).map((group, index) => {
        const [first] = group;
        if (first === undefined) return null;
        const Element = first.kind === "item" ? "ul" : elements[first.kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes while it is shown, and lines may repeat
          <Element key={index}>
            {first.kind === "item"
              ? // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes while it is shown
                group.map((item, nth) => <li key={nth}>{item.text}</li>)
              : first.text}
          </Element>
        );
      })}
    </article>
  );
}

/** Puts items that follow one another into one group, for one list. */
function toGroups(blocks: LegalText["blocks"]): LegalText["blocks"][] {
  const groups: LegalText["blocks"][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === "item" && last?.[0]?.kind === "item") last.push(block);
    else groups.push([block]);
  }
  return groups;
}
