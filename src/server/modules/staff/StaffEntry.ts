import type { Staff } from "#contract/service-auth/schema.ts";
import type { Asker } from "../../platform/asker.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { TokenService } from "../../platform/TokenService.ts";
import * as repository from "./staff.repository.ts";
import { noteDevice } from "./staff-device.repository.ts";

/** A session that has just begun. */
export interface StaffSession {
  token: string;
  staff: Staff;
}

/** A member of staff as the console sees them. */
export function presentStaff(row: repository.StaffRow): Staff {
  return { staff_id: row.id, name: row.name, role: row.role, restaurant_id: row.restaurantId };
}

/** The last step of every login of staff. */
export class StaffEntry {
  readonly #deps: Deps;
  readonly #tokens: TokenService;

  constructor(deps: Deps, tokens: TokenService) {
    this.#deps = deps;
    this.#tokens = tokens;
  }

  /** Begins a session for a member who has proved everything, and writes it down. */
  async enter(tx: Queries, member: repository.StaffRow, asker: Asker): Promise<StaffSession> {
    const at = this.#deps.clock.now();
    const entry = { actor: member.id, action: "staff.login", target: member.id, detail: {} };
    await repository.audit(tx, { ...entry, at });
    const isNew = await noteDevice(tx, member.id, asker.device ?? asker.userAgent, at);
    if (isNew)
      this.#deps.security.record({ kind: "new_staff_device", subject: member.id, ip: asker.network });
    return {
      token: await this.#tokens.issue(tx, "staff", member.id, asker),
      staff: presentStaff(member),
    };
  }
}
