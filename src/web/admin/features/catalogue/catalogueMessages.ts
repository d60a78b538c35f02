import { imageLimits } from "#contract/constants.ts";
import { sheetRowsMax } from "#contract/staff/catalogue/limits.ts";
import type { CatalogueReport } from "#contract/staff/catalogue/schema.ts";

type Counts = CatalogueReport["dishes"];

/** UI copy of the page that imports and exports restaurants and menu. */
export const catalogueMessages = {
  intro:
    "导出的 Excel 有“门店”和“菜单”两张表，也是导入的模板；“门店菜品”（各门店自己的价格、供应和每天份数）和“员工”各是一张表。按编号或手机号识别：没有的新增，有的修改，文件里没写的不变。门店、门店菜品和员工马上生效，菜品先存为草稿，在菜单页发布。",
  export: "导出 Excel",
  exportStaff: "导出员工",
  exportOffers: "导出门店菜品",
  pick: "选择文件",
  pickHint: `.xlsx，或单张表的 .csv（UTF-8 或 GBK），最大 ${imageLimits.bytesMax / 1024 ** 2} MB。一张表最多：门店 ${sheetRowsMax.restaurants} 行，菜单 ${sheetRowsMax.menu} 行，门店菜品 ${sheetRowsMax.offers} 行，员工 ${sheetRowsMax.staff} 行；更多请分成几个文件。`,
  checking: "正在检查…",
  failed: "文件检查失败，请重试",
  importing: "正在导入，请不要关闭页面…",
  importFailed: "导入可能没有完成，请再试一次",
  preview: (file: string) => `${file} 的检查结果`,
  restaurants: "门店",
  dishes: "菜品",
  offers: "门店菜品",
  staff: "员工",
  counts: ({ added, changed, unchanged }: Counts) => `新增 ${added}，修改 ${changed}，不变 ${unchanged}`,
  newCategories: (names: readonly string[]) => `新增分类：${names.join("、")}`,
  problems: (count: number) => `有 ${count} 处问题，改好后请重新选择文件。没有导入任何内容。`,
  shown: (count: number) => `只列出前 ${count} 处`,
  columns: {
    sheet: "表",
    row: "行",
    column: "列",
    problem: "问题",
    code: "编号或手机号",
    name: "名称",
    change: "改动",
  },
  changes: "改动明细",
  isNew: "新增",
  cell: ({ column, change }: CatalogueReport["changes"][number]["cells"][number]) => `${column}：${change}`,
  changesShown: (count: number) => `只列出前 ${count} 行`,
  nothing: "文件和现在的内容相同，不需要导入",
  import: "导入",
  imported: "已导入",
  importedText: "门店、门店菜品和员工已生效；菜品的修改在菜单页发布后顾客可见。",
  toMenu: "去菜单页发布",
} as const;
