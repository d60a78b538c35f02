/** A value with its labels. */
export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/** Samples of a metric in Prometheus' data model. */
export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: (Sample & { suffix?: "_bucket" | "_sum" | "_count" })[];
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`));
}

function formatLine(name: string, { labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

/** Formats metrics in Prometheus' text format 0.0.4. */
export function formatMetrics(metrics: Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map((sample) => formatLine(`${name}${sample.suffix ?? ""}`, sample)),
  ]);
  return `${lines.join("\n")}\n`;
}

/** Histogram of durations in seconds, by labels. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #rows = new Map<string, { labels: Record<string, string>; counts: number[]; sum: number }>();

  /** `bounds` in seconds, ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  observe(labels: Record<string, string>, seconds: number): void {
    const key = Object.values(labels).join("\n");
    const row = this.#rows.get(key) ?? { labels, counts: this.#bounds.map(() => 0).concat(0), sum: 0 };
    this.#rows.set(key, row);
    const index = this.#bounds.findIndex((bound) => seconds <= bound);
    const slot = index < 0 ? this.#bounds.length : index;
    row.counts[slot] = (row.counts[slot] ?? 0) + 1;
    row.sum += seconds;
  }

  samples(): Metric["samples"] {
    return [...this.#rows.values()].flatMap(({ labels, counts, sum }) => {
      let cumulative = 0;
      const buckets = counts.map((count, index) => {
        cumulative += count;
        const le = String(this.#bounds[index] ?? "+Inf");
        return { suffix: "_bucket" as const, labels: { ...labels, le }, value: cumulative };
      });
      return [
        ...buckets,
        { suffix: "_sum" as const, labels, value: sum },
        { suffix: "_count" as const, labels, value: cumulative },
      ];
    });
  }
}
