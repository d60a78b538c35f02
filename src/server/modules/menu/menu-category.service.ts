import type { ChainCategory } from "#contract/staff/menu-admin/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { isDishImage } from "../file/file.repository.ts";
import { lockMenu } from "./dish-draft.repository.ts";
import { assertOwnImage } from "./dish-form.rules.ts";
import * as repository from "./menu-category.repository.ts";

/** Categories of the menu. Changes are effective at once. */
export class MenuCategoryService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list(queries: QueryRunner = this.#deps.database.queries): Promise<ChainCategory[]> {
    const rows = await repository.listAll(queries);
    const counts = await repository.countOnSale(queries);
    return rows.map(({ id, name, icon }) => ({ category_id: id, name, icon, dishes: counts.get(id) ?? 0 }));
  }

  /** Adds a category, or changes one. Throws "not_found", and "rule_broken" for a name that another has. */
  async save(
    tx: QueryRunner,
    actor: string,
    input: { category_id: string | null; name: string; icon: string },
  ): Promise<ChainCategory> {
    const name = input.name.trim();
    if (name === "") throw invalid("请输入分类名称", "name");
    await lockMenu(tx);
    const all = await repository.listAll(tx);
    const id = input.category_id ?? newId();
    const before = input.category_id === null ? undefined : await repository.requireCategory(tx, id);
    if (all.some((other) => other.name === name && other.id !== id))
      throw ruleBroken(`已经有名为${name}的分类`, "name");
    if (input.icon !== before?.icon) await assertOwnImage(input.icon, (file) => isDishImage(tx, file));
    if (before === undefined) await repository.insert(tx, { id, name, icon: input.icon });
    else await repository.update(tx, id, { name, icon: input.icon });
    const isRenamed = before !== undefined && before.name !== name;
    await this.#audit(tx, actor, "menu.category", id, {
      category: isRenamed ? `${before.name} → ${name}` : name,
    });
    const saved = (await this.list(tx)).find(({ category_id }) => category_id === id);
    if (saved === undefined) throw new AppError("not_found");
    return saved;
  }

  /** Deletes a category. Throws "not_found", "rule_broken" while it has dishes. */
  async remove(actor: string, id: string): Promise<null> {
    return await this.#deps.database.transaction(async (tx) => {
      await lockMenu(tx);
      const { name } = await repository.requireCategory(tx, id);
      if ((await repository.countUses(tx, id)) > 0)
        throw ruleBroken("分类里还有菜品（包括已下架的），请先移到其他分类", "category_id");
      await repository.remove(tx, id);
      await this.#audit(tx, actor, "menu.category_delete", id, { category: name });
      return null;
    });
  }

  /** Sorts the categories. Throws "conflict" unless all are named, each once. */
  async sort(actor: string, ids: readonly string[]): Promise<ChainCategory[]> {
    return await this.#deps.database.transaction(async (tx) => {
      await lockMenu(tx);
      const before = (await repository.listAll(tx)).map(({ id }) => id);
      if (JSON.stringify(before.toSorted()) !== JSON.stringify(ids.toSorted()))
        throw new AppError("conflict", {}, "分类刚有增减，请刷新后重试");
      for (const [index, id] of ids.entries()) await repository.update(tx, id, { rank: index + 1 });
      await this.#audit(tx, actor, "menu.category_sort", ids[0] ?? "", {});
      return await this.list(tx);
    });
  }

  async #audit(
    tx: QueryRunner,
    actor: string,
    action: string,
    target: string,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await insertAudit(tx, { actor, action, target, detail, createdAt: this.#deps.clock.now() });
  }
}
