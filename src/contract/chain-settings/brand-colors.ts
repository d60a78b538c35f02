import { initialBrand } from "./brand.ts";

/** Shades of a brand's colour; style sheets and posters use them. */
export interface BrandColors {
  accent: string;
  /** For drawings and round badges. */
  bright: string;
  /** Background of what is chosen, beneath text in the accent. */
  soft: string;
  /** Background of large areas, somewhat stronger than `soft`. */
  tint: string;
  /** Two darker shades, beneath white text. */
  dark: string;
  deep: string;
}

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const contrastMin = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Returns the shades of a colour. Those of the initial colour are as the style sheets have them. */
export function createBrandColors(color: string): BrandColors {
  if (color.toLowerCase() === initialBrand.color)
    return {
      accent: color,
      bright: "#e5432d",
      soft: "#fdece8",
      tint: "#fde1d6",
      dark: "#b62f1a",
      deep: "#8f2413",
    };
  const accent = parse(color);
  return {
    accent: color,
    bright: color,
    soft: format(softOf(accent)),
    tint: format(mix(accent, white, 0.86)),
    dark: format(mix(accent, black, 0.12)),
    deep: format(mix(accent, black, 0.32)),
  };
}

/**
 * Returns what makes a colour unfit: the lowest contrast among white text on it and itself as text on the pages' and
 * its own soft background, and a darker colour that is fit; null for a fit one.
 */
export function findContrastProblem(color: string): { contrast: number; fitting: string } | null {
  const contrast = lowestContrast(parse(color));
  if (contrast >= contrastMin) return null;
  const fitting = Array.from({ length: 100 }, (_, nth) => mix(parse(color), black, (nth + 1) / 100)).find(
    (darker) => lowestContrast(darker) >= contrastMin,
  );
  return { contrast, fitting: format(fitting ?? black) };
}

/** Contrast with white, with which text on the colour is written, and with the soft background. */
function lowestContrast(color: Rgb): number {
  return Math.min(contrastOf(color, white), contrastOf(color, paper), contrastOf(color, softOf(color)));
}

/** Background of the pages, as in the style sheets. */
const paper: Rgb = [255, 249, 242];

function softOf(color: Rgb): Rgb {
  return mix(color, white, 0.92);
}

/** Returns the contrast of two colours (WCAG 2.2, "contrast ratio"), from 1 to 21. */
function contrastOf(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Relative luminance (WCAG 2.2), from 0 to 1. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Mixes two colours; `share` is that of the second, from 0 to 1. */
function mix(one: Rgb, other: Rgb, share: number): Rgb {
  return one.map((part, index) => Math.round(part + ((other[index] ?? 0) - part) * share)) as unknown as Rgb;
}

function parse(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
}

function format(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
