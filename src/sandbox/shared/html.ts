/** A piece of markup that is already safe to send. */
export type Html = { readonly html: string };

type HtmlValue = string | number | Html | readonly Html[];

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

function render(value: HtmlValue): string {
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if ("html" in value) return value.html;
  return value.map((piece) => piece.html).join("");
}

/** Template tag: every inserted text is escaped, inserted markup is kept. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return {
    html: parts.map((part, index) => (index === 0 ? part : render(values[index - 1] ?? "") + part)).join(""),
  };
}

/** Marks a constant of this code base (a script, a style sheet) as markup; never for anything from outside. */
export function trusted(constant: string): Html {
  return { html: constant };
}
