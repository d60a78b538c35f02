import type { InviteRecord } from "#contract/invite/schema.ts";
import { maskName } from "../../platform/mask-name.ts";
import type { InviteRow } from "./invite.repository.ts";

/** Converts an invited customer to the form shown to the inviter. */
export function presentInvite({ invite, name }: { invite: InviteRow; name: string }): InviteRecord {
  return {
    name: maskName(name),
    status: invite.status,
    points: invite.points,
    at: invite.boundAt.toISOString(),
  };
}

/** Returns the URL of a customer's invite link. */
export function inviteUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/?invite_code=${code}`;
}
