import type { InviteRecord } from "#contract/invite/schema.ts";
import { maskName } from "../../platform/mask-name.ts";
import type { InviteRow } from "./invite.repository.ts";

/** Somebody who was invited, as the inviter sees them. */
export function presentInvite({ invite, name }: { invite: InviteRow; name: string }): InviteRecord {
  return {
    name: maskName(name),
    status: invite.status,
    points: invite.points,
    at: invite.boundAt.toISOString(),
  };
}

/** What the link of a customer's code leads to. */
export function inviteUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/?invite_code=${code}`;
}
