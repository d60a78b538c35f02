import type { AuditTarget } from "#contract/staff/admin/schema.ts";

/** Returns the staff page that shows what an entry is about: `id` is its target. */
export function targetPath({ kind, name, user_id }: AuditTarget, id: string): string {
  const keyword = (text: string) => `keyword=${encodeURIComponent(text)}`;
  switch (kind) {
    case "customer":
      return `/admin/customer-service?user=${encodeURIComponent(id)}`;
    case "order":
      return `/admin/customer-service?user=${encodeURIComponent(user_id ?? "")}&order=${encodeURIComponent(id)}`;
    case "restaurant":
      return `/admin/restaurants?${keyword(id)}`;
    case "staff":
      return `/admin/staff?${keyword(name)}`;
    case "dish":
      return `/admin/menu?${keyword(name)}`;
  }
}
