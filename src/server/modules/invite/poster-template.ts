import { encode } from "uqr";
import { createBrandColors } from "#contract/chain-settings/brand-colors.ts";
import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { RenderInput, SatoriNode } from "../../platform/images/SvgRenderer.ts";

/** Variable text of a poster. */
export interface PosterText {
  /** The chain's name. */
  brand: string;
  /** The chain's colour, `#rrggbb`. */
  color: string;
  nickname: string;
  code: string;
  /** URL in the QR code. */
  url: string;
  /** Reward for a first order, see `describeReward`. */
  reward: string;
}

export const posterSize = { width: 750, height: 1190 } as const;
/** Increased with every change of the design, so that posters are rendered again. */
export const posterVersion = 1;

const ink = "#1F1B16";
const softInk = "#6B635A";
const paper = "#FFF9F2";
const qrTop = 676;
const qrSide = 344;
const nameWidth = 580;
const nameSize = 48;

/** Draws a bowl of noodles, with a rim in the poster's colour. */
const drawBowl = (
  color: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="260" viewBox="0 0 300 260" fill="none">
<g stroke="#fff" stroke-opacity=".75" stroke-width="9" stroke-linecap="round"><path d="M98 76c-16-18 16-30 0-52"/><path d="M150 70c-16-18 16-34 0-58"/><path d="M202 76c-16-18 16-30 0-52"/></g>
<ellipse cx="150" cy="122" rx="126" ry="30" fill="#FBD9A5"/><g stroke="#D98A00" stroke-width="7" stroke-linecap="round"><path d="M58 122c16-15 30-15 46 0s30 15 46 0 30-15 46 0 30 15 46 0"/><path d="M82 136c13-12 24-12 37 0s24 12 37 0 24-12 37 0"/></g>
<circle cx="196" cy="110" r="17" fill="#FFF9F2"/><circle cx="196" cy="110" r="8" fill="#F2A93B"/><path d="M92 112c10-14 26-16 38-6-10 12-26 15-38 6z" fill="#2F8F5B"/>
<path d="M20 122c0 76 52 124 130 124s130-48 130-124c-26 18-78 28-130 28s-104-10-130-28z" fill="#FFF9F2"/><path d="M44 178c18 30 56 50 106 50s88-20 106-50" stroke="${color}" stroke-opacity=".35" stroke-width="8" stroke-linecap="round"/></svg>`;

/** Lays out the QR code: whole pixels per module, centred on the card, with a white margin. */
export function layoutQrCode(url: string): { left: number; top: number; unit: number; modules: boolean[][] } {
  const { data: modules, size } = encode(url, { ecc: "H", border: 0 });
  const unit = Math.floor(qrSide / size);
  const slack = qrSide - unit * size;
  const left = Math.round((posterSize.width - unit * size) / 2);
  return { left, top: qrTop + Math.floor(slack / 2), unit, modules };
}

/**
 * Emoji, with what joins and colours them; signs such as ★ and ♂, which the font has, only where they are asked to be emoji
 * (U+FE0F), and the letters of flags of regions (U+E0020 to U+E007F).
 */
const emojiPattern =
  /\p{Extended_Pictographic}\ufe0f|\p{Emoji_Presentation}|[\u{1f000}-\u{1faff}]|\u200d|\u20e3|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/gu;

/** Returns a name on one line, without bidirectional or invisible characters, and without emoji, which the font lacks. */
export function sanitizeName(nickname: string): string {
  const letters = nickname.replace(emojiPattern, " ");
  const plain = letters.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ");
  return plain.replace(/\s+/g, " ").trim() || "食客";
}

/** Describes the reward for a friend's first order; "" without one. */
export function describeReward({
  minimum_order,
  delay_days,
  invitee_points,
}: ChainSettings["invites"]): string {
  if (invitee_points === 0) return "";
  const order = minimum_order === 0 ? "首单" : `首单满${minimum_order / 100}元`;
  const delay = delay_days === 0 ? "完成后" : `完成${delay_days}天后`;
  return `${order}，${delay}送上${invitee_points}积分感谢礼`;
}

/** Builds a customer's poster: the reward for a first order and the link to it. */
export function buildPoster({ brand, color, nickname, code, url, reward }: PosterText): RenderInput {
  const { bright } = createBrandColors(color);
  const name = sanitizeName(nickname);
  const size = Math.max(24, Math.min(nameSize, Math.floor(nameWidth / [...name].length)));
  const nameStyle = { overflow: "hidden", whiteSpace: "nowrap", maxWidth: nameWidth } as const;
  const card = { left: 45, top: 512, width: 660, height: 602, borderRadius: 36, background: "#FFFFFF" };
  return {
    ...posterSize,
    shape: box({ width: 750, height: 1190, background: paper, position: "relative" }, [
      absoluteBox({
        left: 0,
        top: 0,
        width: 750,
        height: 640,
        background: bright,
        borderRadius: "0 0 72px 72px",
      }),
      absoluteBox({
        left: 470,
        top: -120,
        width: 420,
        height: 420,
        borderRadius: 210,
        background: "rgba(255, 255, 255, 0.2)",
      }),
      absoluteBox({ left: 60, top: 64, color: "#FFFFFF", fontSize: 40, fontWeight: 700 }, brand),
      absoluteBox({ left: 60, top: 168, color: "#FFFFFF", fontSize: 76, fontWeight: 700 }, "第一餐，"),
      absoluteBox({ left: 60, top: 268, color: "#FFFFFF", fontSize: 76, fontWeight: 700 }, "想谢谢你"),
      absoluteBox({ left: 62, top: 392, color: "#FFFFFF", fontSize: 30 }, "认真做好每一道，等你来尝"),
      svgImage(drawBowl(bright), { left: 418, top: 218, width: 300, height: 260 }),
      absoluteBox(card),
      centeredLine({ top: 538, color: ink }, [box({ ...nameStyle, fontSize: size, fontWeight: 700 }, name)]),
      centeredLine({ top: 604, color: softInk, fontSize: 30 }, "请你来吃一顿好的"),
      qrImage(url),
      centeredLine({ top: 1048, color: ink, fontSize: 26 }, `长按识别二维码 · 邀请码 ${code}`),
      centeredLine({ top: 1132, color: softInk, fontSize: 26 }, reward),
    ]),
  };
}

type Style = Record<string, string | number>;

function box(style: Style, children?: SatoriNode[] | string): SatoriNode {
  return { type: "div", props: { style: { display: "flex", ...style }, ...(children && { children }) } };
}

function absoluteBox(style: Style, text?: string): SatoriNode {
  return box({ position: "absolute", ...style }, text);
}

/** Builds text centred across the full width. */
function centeredLine(style: Style, children: SatoriNode[] | string): SatoriNode {
  return box({ position: "absolute", left: 0, width: 750, justifyContent: "center", ...style }, children);
}

function svgImage(
  svg: string,
  style: { left: number; top: number; width: number; height: number },
): SatoriNode {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const { width, height } = style;
  return { type: "img", props: { src, width, height, style: { position: "absolute", ...style } } };
}

function qrImage(url: string): SatoriNode {
  const { left, top, unit, modules } = layoutQrCode(url);
  const side = modules.length;
  const dark = modules
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side * unit}" height="${side * unit}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path d="${dark}" fill="${ink}"/></svg>`;
  return svgImage(svg, { left, top, width: side * unit, height: side * unit });
}
