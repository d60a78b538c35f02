import { type KeyboardEvent, useState } from "react";
import { useAdminStore } from "../AdminStores.ts";
import { cannedFor, type FilledReply } from "../features/thread/cannedFor.ts";
import type { Conversation } from "../stores/Conversation.ts";
import { deskStore } from "../stores/DeskStore.ts";

/** The canned replies of a field. */
export interface Canned {
  readonly isOpen: boolean;
  readonly replies: readonly FilledReply[];
  /** The place of the one that Enter takes. */
  readonly chosen: number;
  open(): void;
  /** Takes what was typed into the field. */
  type(text: string): void;
  choose(reply: FilledReply): void;
  /** Answers whether the key was meant for the replies. */
  hear(event: KeyboardEvent): boolean;
}

/**
 * A slash at the beginning of the field opens the replies; what follows it narrows them. What stood there before they were
 * opened by a press is kept: it comes back when they are closed, and a reply is added to it.
 */
export function useCanned(conversation: Conversation, focus: () => void): Canned {
  const { customer } = useAdminStore(deskStore);
  const [place, setPlace] = useState(0);
  const [kept, setKept] = useState({ conversation, draft: "" });
  const before = kept.conversation === conversation ? kept.draft : "";
  const isOpen = conversation.draft.startsWith("/");
  const replies = isOpen ? cannedFor(conversation.draft.slice(1), customer.spokenOf, Date.now()) : [];
  const chosen = Math.min(place, Math.max(0, replies.length - 1));
  const leave = (draft: string) => {
    conversation.setDraft(draft);
    setKept({ conversation, draft: "" });
  };
  const type = (text: string) => {
    if (isOpen && text === "") leave(before);
    else conversation.setDraft(text);
  };
  const choose = ({ text }: FilledReply) => {
    leave(before === "" ? text : `${before}\n${text}`);
    setPlace(0);
    focus();
  };
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => setPlace(Math.min(chosen + 1, replies.length - 1)),
    ArrowUp: () => setPlace(Math.max(chosen - 1, 0)),
    Escape: () => leave(before),
    Enter: () => {
      const reply = replies[chosen];
      if (reply !== undefined) choose(reply);
    },
  };
  const hear = (event: KeyboardEvent) => {
    const act = isOpen && !event.altKey ? keys[event.key] : undefined;
    if (act === undefined) return false;
    event.preventDefault();
    act();
    return true;
  };
  const open = () => {
    if (!isOpen) setKept({ conversation, draft: conversation.draft });
    conversation.setDraft("/");
    setPlace(0);
    focus();
  };
  return { isOpen, replies, chosen, open, type, choose, hear };
}
