/** Small illustrations for empty lists and failures: an outline on a warm spot. */
const illustrations = {
  food: "M26 52h44a22 22 0 0 1-44 0zM22 52h52M38 42c-4-5 4-7 0-12M50 42c-4-5 4-7 0-12M62 42c-4-5 4-7 0-12M36 76h24",
  order: "M32 24h32v50l-5.3-4-5.4 4-5.3-4-5.3 4-5.4-4-5.3 4zM40 38h16M40 48h16M40 58h9",
  place: "M48 76s20-17 20-32a20 20 0 0 0-40 0c0 15 20 32 20 32zM48 51a7 7 0 1 0 0-14 7 7 0 0 0 0 14z",
  cart: "M24 30h7l6 31h27l6-22H33.5M42 74a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM60 74a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  search: "M44 62a18 18 0 1 0 0-36 18 18 0 0 0 0 36zM57 57l15 15M38 44h12",
  failed: "M48 74a26 26 0 1 0 0-52 26 26 0 0 0 0 52zM48 35v16M48 60v.1",
  offline: "M26 44a32 32 0 0 1 44 0M34 53a20 20 0 0 1 28 0M42 62a9 9 0 0 1 12 0M48 70h.1M30 26l38 46",
  store:
    "M26 40l4-14h36l4 14M26 40a7 7 0 0 0 14.7 0 7 7 0 0 0 14.6 0 7 7 0 0 0 14.7 0M30 47v25h36V47M42 72V58h12v14",
  card: "M24 32h48a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V36a4 4 0 0 1 4-4zM20 43h56M28 55h12",
  gift: "M26 44h44v10H26zM30 54v22h36V54M48 44v32M48 44c-14 0-16-15-7-15 6 0 7 15 7 15zM48 44c14 0 16-15 7-15-6 0-7 15-7 15z",
  soon: "M48 74a26 26 0 1 0 0-52 26 26 0 0 0 0 52zM48 34v14l9 6",
} as const;

export type IllustrationName = keyof typeof illustrations;

/** Decorative illustration of 96 px. */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg width={96} height={96} viewBox="0 0 96 96" fill="none" aria-hidden="true" focusable="false">
      <circle cx={48} cy={48} r={44} fill="var(--tint-1)" />
      <path
        d={illustrations[name]}
        stroke="var(--accent-bright)"
        strokeWidth={2.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
