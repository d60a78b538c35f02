import { ConfigError } from "../read-env.ts";
import { urlSetting } from "./setting.ts";
import type { SettingReader } from "./settings.ts";

/** Where spans go, and how many. */
export interface TracingConfig {
  /** Address of an OTLP/HTTP collector, without a path. */
  endpoint: string;
  headers: Record<string, string>;
  /** Fraction of traces whose spans are sent, 0 to 1. */
  fraction: number;
}

/** The usual port of collectors for OTLP over gRPC. */
const grpcPort = "4317";
const address = urlSetting({ meaning: "" });

/**
 * Reads the collector of traces; null without one. Text that cannot be used is a warning and null: traces help operators,
 * and no customer needs them.
 */
export function readTracingConfig(reader: SettingReader): TracingConfig | null {
  const text = reader.read("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (text === "") return null;
  try {
    const endpoint = address.parse(text, "OTEL_EXPORTER_OTLP_ENDPOINT");
    if (new URL(endpoint).port === grpcPort)
      reader.warnings.push(
        "OTEL_EXPORTER_OTLP_ENDPOINT names port 4317, which usually takes gRPC: traces are sent over HTTP, usually to port 4318.",
      );
    const headers = parseHeaders(reader.read("OTEL_EXPORTER_OTLP_HEADERS"));
    return { endpoint, headers, fraction: parseFraction(reader.read("OTEL_TRACES_SAMPLER_ARG")) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    reader.warnings.push(`No traces are sent: ${error.message}`);
    return null;
  }
}

/** Parses headers, blanks around their parts allowed; the message quotes none, because they hold keys. */
function parseHeaders(text: string): Record<string, string> {
  const parts = text.split(",").map((part) => part.trim());
  return Object.fromEntries(parts.filter(Boolean).map(parseHeader));
}

function parseHeader(text: string): [name: string, value: string] {
  const [, name, encoded] = /^([\w.-]+)\s*=\s*(\S.*)$/.exec(text) ?? [];
  if (name === undefined || encoded === undefined)
    throw new ConfigError("OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value.");
  try {
    return [name, decodeURIComponent(encoded)];
  } catch {
    throw new ConfigError("OTEL_EXPORTER_OTLP_HEADERS must hold values that are percent-encoded.");
  }
}

function parseFraction(text: string): number {
  const fraction = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (!(fraction <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`);
  return fraction;
}
