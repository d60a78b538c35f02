import { type KeyboardEvent, useState } from "react";
import { brandName } from "#web/lib/brandName.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { workSettingsStore } from "../../app/WorkSettingsStore.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import type { Conversation } from "./Conversation.ts";
import { type FilledReply, listCannedReplies } from "./listCannedReplies.ts";

/** Canned replies of a field. */
export interface CannedReplies {
  readonly isOpen: boolean;
  readonly replies: readonly FilledReply[];
  /** Index of the reply that Enter inserts. */
  readonly selectedIndex: number;
  open(): void;
  /** Handles text typed into the field. */
  type(text: string): void;
  select(reply: FilledReply): void;
  /** Returns whether the key was handled by the replies. */
  handleKey(event: KeyboardEvent): boolean;
}

/**
 * Opens the replies on a slash at the beginning of the field; the text after it filters them. Text present
 * before they were opened by a press is kept: it returns when they are closed, and a reply is appended to it.
 */
export function useCannedReplies(conversation: Conversation, focus: () => void): CannedReplies {
  const { customer } = useAdminStore(consoleStore);
  const { replies: settings } = useAdminStore(workSettingsStore);
  const [selected, setSelected] = useState(0);
  const [savedDraft, setSavedDraft] = useState({ conversation, draft: "" });
  const draftBefore = savedDraft.conversation === conversation ? savedDraft.draft : "";
  const isOpen = conversation.draft.startsWith("/");
  const replies = isOpen
    ? listCannedReplies(
        { replies: settings, brand: brandName() },
        conversation.draft.slice(1),
        customer.referencedOrder,
        Date.now(),
      )
    : [];
  const selectedIndex = Math.min(selected, Math.max(0, replies.length - 1));
  const close = (draft: string) => {
    conversation.setDraft(draft);
    setSavedDraft({ conversation, draft: "" });
  };
  const type = (text: string) => {
    if (isOpen && text === "") close(draftBefore);
    else conversation.setDraft(text);
  };
  const select = ({ text }: FilledReply) => {
    close(draftBefore === "" ? text : `${draftBefore}\n${text}`);
    setSelected(0);
    focus();
  };
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => setSelected(Math.min(selectedIndex + 1, replies.length - 1)),
    ArrowUp: () => setSelected(Math.max(selectedIndex - 1, 0)),
    Escape: () => close(draftBefore),
    Enter: () => {
      const reply = replies[selectedIndex];
      if (reply !== undefined) select(reply);
    },
  };
  const handleKey = (event: KeyboardEvent) => {
    const action = isOpen && !event.altKey ? keys[event.key] : undefined;
    if (action === undefined) return false;
    event.preventDefault();
    action();
    return true;
  };
  const open = () => {
    if (!isOpen) setSavedDraft({ conversation, draft: conversation.draft });
    conversation.setDraft("/");
    setSelected(0);
    focus();
  };
  return { isOpen, replies, selectedIndex, open, type, select, handleKey };
}
