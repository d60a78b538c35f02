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
  choose(reply: FilledReply): void;
  /** Answers whether the key was meant for the replies. */
  hear(event: KeyboardEvent): boolean;
}

/** A slash at the beginning of the field opens the replies; what follows it narrows them. */
export function useCanned(conversation: Conversation, focus: () => void): Canned {
  const { customer } = useAdminStore(deskStore);
  const [place, setPlace] = useState(0);
  const isOpen = conversation.draft.startsWith("/");
  const replies = isOpen ? cannedFor(conversation.draft.slice(1), customer.spokenOf) : [];
  const chosen = Math.min(place, Math.max(0, replies.length - 1));
  const choose = ({ text }: FilledReply) => {
    conversation.setDraft(text);
    setPlace(0);
    focus();
  };
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => setPlace(Math.min(chosen + 1, replies.length - 1)),
    ArrowUp: () => setPlace(Math.max(chosen - 1, 0)),
    Escape: () => conversation.setDraft(""),
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
    conversation.setDraft("/");
    setPlace(0);
    focus();
  };
  return { isOpen, replies, chosen, open, choose, hear };
}
