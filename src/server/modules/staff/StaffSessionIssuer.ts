import type { Staff } from "#contract/staff/auth/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import type { TokenService } from "../../platform/security/TokenService.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import type * as repository from "./staff.repository.ts";
import { recordDevice } from "./staff-device.repository.ts";
import { updateMember } from "./staff-member.repository.ts";
import { presentWorkplaces } from "./staff-restaurant.presenter.ts";
import { listWorkplaces } from "./staff-restaurant.repository.ts";

/** A newly created session. */
export interface StaffSession {
  token: string;
  staff: Staff;
}

/** Reads what a staff member sees of themselves. */
export async function readOwnProfile(queries: QueryRunner, row: repository.StaffRow): Promise<Staff> {
  const workplaces = (await listWorkplaces(queries, [row.id])).get(row.id) ?? [];
  return {
    staff_id: row.id,
    name: row.name,
    role: row.role,
    restaurant_id: workplaces.length === 1 ? (workplaces[0]?.id ?? null) : null,
    restaurants: presentWorkplaces(workplaces),
  };
}

/** The last step of every staff login. */
export class StaffSessionIssuer {
  readonly #deps: Deps;
  readonly #tokens: TokenService;

  constructor(deps: Deps, tokens: TokenService) {
    this.#deps = deps;
    this.#tokens = tokens;
  }

  /** Creates and records a session for a fully authenticated staff member. */
  async issue(tx: QueryRunner, member: repository.StaffRow, client: ClientInfo): Promise<StaffSession> {
    const at = this.#deps.clock.now();
    const entry = { actor: member.id, action: "staff.login", target: member.id, detail: {} };
    await insertAudit(tx, { ...entry, createdAt: at });
    await updateMember(tx, member.id, { lastLoginAt: at });
    const isNew = await recordDevice(tx, member.id, client.device ?? client.userAgent, at);
    if (isNew)
      this.#deps.security.record({ kind: "new_staff_device", subject: member.id, ip: client.network });
    return {
      token: await this.#tokens.issue(tx, "staff", member.id, client),
      staff: await readOwnProfile(tx, member),
    };
  }
}
