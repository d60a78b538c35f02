import type { FieldLabel } from "../field-labels.ts";

const base = "order/admin/invoices";

/** Labels of the fields of invoices. */
export const invoiceFieldLabels: Readonly<Record<string, FieldLabel>> = {
  title_type: ["选择", "抬头类型"],
  "invoice/request:title": ["输入", "抬头"],
  tax_number: ["输入", "税号"],
  email: ["输入", "邮箱"],
  expected_amount: ["提供", "开票金额"],
  save_title: ["选择", "是否保存抬头"],
  title_id: ["选择", "抬头"],
  invoice_id: ["选择", "发票"],
  [`${base}:state`]: ["选择", "发票状态"],
  [`${base}:from`]: ["选择", "开始日期"],
  [`${base}:until`]: ["选择", "结束日期"],
};
