import { parseArgs } from "node:util";
import { parsePhone } from "#contract/phone.ts";
import { staffRoles } from "#contract/staff/roles.ts";
import { findByPhone, type StaffRow } from "../modules/staff/staff.repository.ts";
import { StaffMemberService } from "../modules/staff/staff-member.service.ts";
import { CliError } from "../platform/CliError.ts";
import { AppError } from "../platform/http/AppError.ts";
import { formatLocalTime } from "../platform/time/local-time.ts";
import type { CliContext } from "./CliContext.ts";

/** Usage text of the command. */
export const adminUsage = `Usage: npm run admin -- <what> [options]
  list                          who works here, by name; --dismissed for those who did
  add <phone> --name <name> --role admin|agent|store [--restaurant <code>[,<code>]]
                                adds a member of staff, or takes a dismissed one back
  role <phone> --role admin|agent|store [--restaurant <code>[,<code>]]
                                changes the role, which ends all sessions
  store <phone> --restaurant <code>[,<code>]
                                replaces the restaurants of a member with the role store, which ends all sessions
  dismiss <phone>               ends all sessions and refuses every later login
  sessions <phone> [--end]      shows the devices that are logged in, or ends all sessions
  --restaurant may be repeated instead of separating codes by commas
  --by <name>                   who does it, for the audit log`;

const options = {
  by: { type: "string" },
  name: { type: "string" },
  role: { type: "string" },
  restaurant: { type: "string", multiple: true },
  dismissed: { type: "boolean", default: false },
  end: { type: "boolean", default: false },
} as const;

const pageSize = 50;

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`${error.message}\n${adminUsage}`);
  }
}

type Values = ReturnType<typeof parseCommandLine>["values"];

/** What the subcommands about one member of staff work with. */
interface MemberCommand {
  context: CliContext;
  members: StaffMemberService;
  actor: string;
  phone: string;
  values: Values;
}

const memberCommands: Record<string, (command: MemberCommand) => Promise<void>> = {
  add,
  role: changeRole,
  store: changeRestaurant,
  dismiss,
  sessions,
};

/**
 * Lists, adds, changes and dismisses members of staff.
 * @throws CliError for invalid arguments, and with what the rules refuse
 */
export async function adminCommand(args: string[], context: CliContext): Promise<void> {
  const { positionals, values } = parseCommandLine(args);
  const [command = "", typed, ...extra] = positionals;
  const members = new StaffMemberService(context);
  const actor = `operator:${values.by ?? context.user}`;
  if (command === "list" && typed === undefined) return await printList(context, members, values.dismissed);
  const run = memberCommands[command];
  const phone = typed === undefined ? null : parsePhone(typed);
  if (run === undefined || phone === null || extra.length > 0) throw new CliError(adminUsage);
  try {
    await run({ context, members, actor, phone, values });
  } catch (error) {
    if (error instanceof AppError) throw new CliError(error.message);
    throw error;
  }
}

async function printList({ print }: CliContext, members: StaffMemberService, dismissed: boolean) {
  for (let page = 1; ; page += 1) {
    const { list, has_more } = await members.list("", { page, pageSize, dismissed });
    for (const { phone, name, role, restaurants, last_login_at } of list) {
      const seen = last_login_at === null ? "never logged in" : formatLocalTime(new Date(last_login_at));
      const codes = restaurants.map(({ restaurant_id }) => restaurant_id).join(", ");
      print(`${phone}  ${name}  ${role}${codes === "" ? "" : ` of ${codes}`}  ${seen}`);
    }
    if (page === 1 && list.length === 0) print("There is no member of staff.");
    if (!has_more) return;
  }
}

async function add({ context, members, actor, phone, values }: MemberCommand): Promise<void> {
  if (values.name === undefined) throw new CliError(`Say with --name who it is.\n${adminUsage}`);
  const form = { phone, name: values.name, ...readPosition(values) };
  const { name, role } = await context.database.transaction((tx) => members.add(tx, actor, form));
  context.print(`${name} is ${role} and can log in with ${phone} at /admin.`);
}

async function changeRole(command: MemberCommand): Promise<void> {
  const member = await requireMember(command);
  const form = { staff_id: member.id, name: member.name, ...readPosition(command.values) };
  const { name, role } = await command.members.update(command.actor, form);
  command.context.print(`${name} is ${role} now.`);
}

async function changeRestaurant(command: MemberCommand): Promise<void> {
  const member = await requireMember(command);
  if (member.role !== "store")
    throw new CliError(`${member.name} is ${member.role}; only the role store has restaurants.`);
  const codes = readRestaurants(command.values);
  if (codes.length === 0) throw new CliError(`Say with --restaurant which.\n${adminUsage}`);
  const form = { staff_id: member.id, name: member.name, role: member.role, restaurant_ids: codes };
  const { name, restaurants } = await command.members.update(command.actor, form);
  const names = restaurants.map((restaurant) => restaurant.name).join(", ");
  command.context.print(`${name} works at ${names} now.`);
}

async function dismiss(command: MemberCommand): Promise<void> {
  const member = await requireMember(command);
  await command.members.dismiss(command.actor, member.id);
  command.context.print(`${member.name} is dismissed, and logged out everywhere.`);
}

async function sessions(command: MemberCommand): Promise<void> {
  const { context, members, actor, values } = command;
  const { id, name } = await requireMember(command);
  if (values.end) {
    const { ended } = await members.endSessions(actor, "", id);
    context.print(`${ended} sessions of ${name} are ended.`);
    return;
  }
  const { list } = await members.sessions("", { staff_id: id, pageSize });
  for (const { device, logged_in_at, last_seen_at } of list)
    context.print(
      `${device}  logged in ${formatLocalTime(new Date(logged_in_at))}, last seen ${formatLocalTime(new Date(last_seen_at))}`,
    );
  if (list.length === 0) context.print(`${name} is not logged in.`);
}

/** Returns the codes of all `--restaurant`, each of which may hold several. */
function readRestaurants({ restaurant = [] }: Values): string[] {
  return restaurant.flatMap((codes) => codes.split(",")).flatMap((code) => code.trim() || []);
}

function readPosition(values: Values): { role: StaffRow["role"]; restaurant_ids: string[] } {
  const { role } = values;
  const codes = readRestaurants(values);
  const known = staffRoles.find((one) => one === role);
  if (known === undefined) throw new CliError(`Say with --role one of ${staffRoles.join(", ")}.`);
  if (known === "store" && codes.length === 0)
    throw new CliError("Say with --restaurant at which one a member with the role store works.");
  return { role: known, restaurant_ids: codes };
}

/** Returns the active member of staff. Throws CliError for an unknown number. */
async function requireMember({ context, phone }: MemberCommand): Promise<StaffRow> {
  const member = await findByPhone(context.database.queries, phone);
  if (member === undefined) throw new CliError(`No member of staff has the number ${phone}.`);
  return member;
}
