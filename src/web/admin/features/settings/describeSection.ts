import type { ChainSettings, SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import { imageFields } from "#contract/chain-settings/describe-changes.ts";
import { choiceLabels } from "#contract/chain-settings/setting-labels.ts";
import { labelsOf, toSectionFields } from "./sectionFields.ts";
import { settingsMessages } from "./settingsMessages.ts";

/** Describes what a section holds, a line for each field. */
export function describeSection(section: SettingsSection, value: ChainSettings[SettingsSection]): string {
  const labels = labelsOf(section);
  return Object.entries(toSectionFields(section, value))
    .map(
      ([name, field]) =>
        `${labels[name] ?? name}：${choiceLabels[`${section}.${name}`]?.[String(field)] ?? (imageFields.includes(name) ? describeImage(name, field) : describe(field))}`,
    )
    .join("\n");
}

function describeImage(name: string, url: unknown): string {
  const { noLogo, noImage, ownImage } = settingsMessages;
  return url !== "" ? ownImage : name === "logo" ? noLogo : noImage;
}

/** Describes a value; of a list of objects what they are called. */
function describe(value: unknown): string {
  if (typeof value === "boolean") return value ? "是" : "否";
  if (Array.isArray(value)) return value.map(describe).join("、");
  if (typeof value !== "object" || value === null) return String(value);
  const { title, text } = value as { title?: string; text?: string };
  return title ?? text ?? "";
}
