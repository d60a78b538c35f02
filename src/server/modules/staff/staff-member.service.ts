import { pageSizeDefault } from "#contract/constants.ts";
import { restaurantsPerMemberMax } from "#contract/staff/member/limits.ts";
import type { StaffMember } from "#contract/staff/member/schema.ts";
import { limits } from "../../limits.ts";
import type { Database, QueryRunner } from "../../platform/database/Database.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import { requirePhone } from "../../platform/http/require-phone.ts";
import { newId } from "../../platform/security/ids.ts";
import { presentSession } from "../../platform/security/session.presenter.ts";
import * as sessions from "../../platform/security/session.repository.ts";
import { addMs, type Clock } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { deleteFactor } from "./second-factor.repository.ts";
import { findById, type StaffRow } from "./staff.repository.ts";
import * as repository from "./staff-member.repository.ts";
import { type StaffPosition, toDetail, toPosition } from "./staff-position.rules.ts";
import { presentWorkplaces } from "./staff-restaurant.presenter.ts";
import * as workplaces from "./staff-restaurant.repository.ts";

interface PageQuery {
  page?: number;
  pageSize?: number;
}

/**
 * Adds, changes and dismisses members of staff, for the head office's pages and for commands. `actor` is the id
 * of the admin, or "operator:<name>".
 */
export class StaffMemberService {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(deps: { database: Database; clock: Clock }) {
    this.#database = deps.database;
    this.#clock = deps.clock;
  }

  /** Lists who works here by name, or with `dismissed` those who did. */
  async list(
    actor: string,
    { page = 1, pageSize = pageSizeDefault, ...query }: PageQuery & repository.MemberQuery,
  ) {
    const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const filter = repository.parseMemberFilter(query);
    const rows = await repository.listMembers(this.#database.queries, filter, range);
    const list = await this.#present(this.#database.queries, rows.slice(0, pageSize), actor);
    return { list, page, pageSize, has_more: rows.length > pageSize };
  }

  /**
   * Adds a member of staff, or takes a dismissed one back. Throws "conflict" for the phone number of a member
   * who works here, and the errors of `toPosition`.
   */
  async add(
    tx: QueryRunner,
    actor: string,
    { phone: text, ...form }: StaffPosition & { phone: string },
  ): Promise<StaffMember> {
    const phone = requirePhone(text);
    const position = await toPosition(tx, form);
    const { name, role, restaurantIds } = position;
    const now = this.#clock.now();
    const row = { id: newId(), phone, name, role, createdAt: now };
    if (await repository.insertMember(tx, row)) {
      await workplaces.setRestaurants(tx, row.id, restaurantIds);
      await this.#audit(tx, {
        actor,
        action: "staff.add",
        target: row.id,
        detail: { ...toDetail(position), phone },
      });
      return await this.#read(tx, row.id, actor);
    }
    const known = await repository.lockByPhone(tx, phone);
    if (known === undefined) throw new AppError("unavailable");
    if (known.disabledAt === null) throw new AppError("conflict", {}, `这个手机号已登记给${known.name}`);
    await repository.updateMember(tx, known.id, { name, role, disabledAt: null });
    await workplaces.setRestaurants(tx, known.id, restaurantIds);
    await this.#audit(tx, { actor, action: "staff.return", target: known.id, detail: toDetail(position) });
    return await this.#read(tx, known.id, actor);
  }

  /**
   * Changes name, role and restaurants. A new role or other restaurants end all sessions, whose screens and streams
   * belong to the former ones. Throws "not_found", "rule_broken" for the role of the last admin and for one's own, and
   * the errors of `toPosition`.
   */
  async update(actor: string, request: StaffPosition & { staff_id: string }): Promise<StaffMember> {
    return await this.#database.transaction(async (tx) => {
      await this.change(tx, actor, request);
      return await this.#read(tx, request.staff_id, actor);
    });
  }

  /** Returns whether a change gives the role of an admin to a member of another role. */
  async makesAdmin({
    staff_id: id,
    role,
  }: Pick<StaffPosition, "role"> & { staff_id: string }): Promise<boolean> {
    return role === "admin" && (await findById(this.#database.queries, id))?.role !== "admin";
  }

  /** Does what `update` does; returns whether anything was to be changed. */
  async change(
    tx: QueryRunner,
    actor: string,
    { staff_id: id, ...form }: StaffPosition & { staff_id: string },
  ): Promise<boolean> {
    const { member, admins } = await repository.lockMember(tx, id);
    if (member === undefined) throw notFound();
    const position = await toPosition(tx, form);
    const { name, role, restaurantIds } = position;
    const former = await workplaces.listRestaurantIds(tx, id, restaurantsPerMemberMax);
    const isMoved = member.role !== role || former.join() !== restaurantIds.join();
    if (!isMoved && member.name === name) return false;
    if (member.role !== role) {
      if (id === actor) throw ruleBroken("不能更改自己的角色，请联系其他管理员", "role");
      if (member.role === "admin" && admins === 1) throw ruleBroken("至少保留一位管理员", "role");
    }
    await repository.updateMember(tx, id, { name, role });
    if (isMoved) {
      await workplaces.setRestaurants(tx, id, restaurantIds);
      await sessions.deleteSessions(tx, ownerOf(id));
    }
    await this.#audit(tx, { actor, action: "staff.update", target: id, detail: toDetail(position) });
    return true;
  }

  /**
   * Dismisses a member of staff: all sessions end, their streams within a second, and no login works any more.
   * Throws "not_found", "rule_broken" for the last admin and for oneself.
   */
  async dismiss(actor: string, id: string): Promise<null> {
    return await this.#database.transaction(async (tx) => {
      const { member, admins } = await repository.lockMember(tx, id);
      if (member === undefined) throw notFound();
      if (id === actor) throw ruleBroken("不能移除自己，请联系其他管理员", "staff_id");
      if (member.role === "admin" && admins === 1) throw ruleBroken("至少保留一位管理员", "staff_id");
      await repository.updateMember(tx, id, { disabledAt: this.#clock.now() });
      // With the second factor end the sessions and the tickets of logins under way.
      await deleteFactor(tx, id);
      await this.#audit(tx, { actor, action: "staff.dismiss", target: id, detail: { name: member.name } });
      return null;
    });
  }

  /** Lists the live sessions of a member of staff. Throws "not_found". */
  async sessions(tokenHash: string, { staff_id: id, ...query }: PageQuery & { staff_id: string }) {
    const { queries } = this.#database;
    const { page = 1, pageSize = pageSizeDefault } = query;
    if ((await repository.findMember(queries, id)) === undefined) throw notFound();
    const { rows, total } = await sessions.findPage(queries, ownerOf(id), {
      ...this.#validity(),
      currentHash: tokenHash,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    const list = rows.map((row) => presentSession(row, tokenHash));
    return { list, total, page, pageSize, has_more: page * pageSize < total };
  }

  /** Ends all sessions of a member of staff but that of `tokenHash`. Throws "not_found". */
  async endSessions(actor: string, tokenHash: string, id: string): Promise<{ ended: number }> {
    return await this.#database.transaction(async (tx) => {
      if ((await repository.findMember(tx, id)) === undefined) throw notFound();
      const ended = await sessions.deleteSessions(tx, ownerOf(id), tokenHash);
      await this.#audit(tx, { actor, action: "staff.end-sessions", target: id, detail: { ended } });
      return { ended };
    });
  }

  async #read(tx: QueryRunner, id: string, actor: string): Promise<StaffMember> {
    const row = await repository.findMember(tx, id);
    const [member] = await this.#present(tx, row === undefined ? [] : [row], actor);
    if (member === undefined) throw notFound();
    return member;
  }

  async #present(queries: QueryRunner, rows: StaffRow[], actor: string): Promise<StaffMember[]> {
    const ids = rows.map(({ id }) => id);
    const restaurants = await workplaces.listWorkplaces(queries, ids);
    const counts = await sessions.countSessions(queries, "staff", ids, this.#validity());
    return rows.map((member) => ({
      staff_id: member.id,
      name: member.name,
      phone: member.phone,
      role: member.role,
      restaurants: presentWorkplaces(restaurants.get(member.id) ?? []),
      last_login_at: member.lastLoginAt?.toISOString() ?? null,
      dismissed_at: member.disabledAt?.toISOString() ?? null,
      sessions: counts.get(member.id) ?? 0,
      is_self: member.id === actor,
    }));
  }

  /** Sessions of staff end early when they are not used. */
  #validity(): sessions.SessionValidity {
    const now = this.#clock.now();
    return { now, usedAfter: addMs(now, -limits.session.staffIdleMs) };
  }

  async #audit(
    tx: QueryRunner,
    entry: { actor: string; action: string; target: string; detail: Record<string, unknown> },
  ): Promise<void> {
    await insertAudit(tx, { ...entry, createdAt: this.#clock.now() });
  }
}

function ownerOf(staffId: string): sessions.SessionOwner {
  return { audience: "staff", subjectId: staffId };
}

function notFound(): AppError {
  return new AppError("not_found", {}, "没有这位员工");
}
