/** Markup that is safe to send. */
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
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(value: HtmlValue): string {
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if ("html" in value) return value.html;
  return value.map((child) => child.html).join("");
}

/** Template tag: escapes every inserted text and leaves inserted markup unchanged. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return {
    html: strings
      .map((string, index) => (index === 0 ? string : render(values[index - 1] ?? "") + string))
      .join(""),
  };
}

/** Marks a constant of this code base (a script, a style sheet) as markup; never for external input. */
export function raw(constant: string): Html {
  return { html: constant };
}
