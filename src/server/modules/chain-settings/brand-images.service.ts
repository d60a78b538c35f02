import type { FastifyBaseLogger } from "fastify";
import type { Brand } from "#contract/chain-settings/brand.ts";
import { createBrandColors } from "#contract/chain-settings/brand-colors.ts";
import { findDishImageId } from "#contract/menu/dish-image.ts";
import type { LiveChainSettings } from "../../platform/Deps.ts";
import type { SvgRenderer } from "../../platform/images/SvgRenderer.ts";
import type { SizedImageService } from "../file/sized-image.service.ts";

/** An image as it is sent. */
interface BrandImage {
  body: Buffer | NodeJS.ReadableStream;
  bytes: number;
  mime: string;
}

/** Side of the picture on share cards in px, as WeChat asks for it at least. */
const sharePictureSide = 300;

/** The chain's icon and the picture on its share cards: its logo, or a bowl in its colour. */
export class BrandImagesService {
  readonly #settings: LiveChainSettings;
  readonly #images: Pick<SizedImageService, "open">;
  readonly #renderer: SvgRenderer;
  readonly #log: FastifyBaseLogger;
  /** Rendered pictures by colour; only that of the present colour is kept. */
  readonly #rendered = new Map<string, Promise<Buffer>>();

  constructor(
    settings: LiveChainSettings,
    images: Pick<SizedImageService, "open">,
    renderer: SvgRenderer,
    log: FastifyBaseLogger,
  ) {
    this.#settings = settings;
    this.#images = images;
    this.#renderer = renderer;
    this.#log = log;
    settings.onChange(() => this.#rendered.clear());
  }

  /** Returns the icon of pages. */
  async getIcon(): Promise<BrandImage> {
    const { brand } = this.#settings.current;
    const logo = await this.#openLogo(brand, "256.webp");
    if (logo !== null) return logo;
    const body = Buffer.from(drawMark(brand.color, 16));
    return { body, bytes: body.length, mime: "image/svg+xml" };
  }

  /** Returns the picture on share cards: a JPEG or a PNG. */
  async getSharePicture(): Promise<BrandImage> {
    const { brand } = this.#settings.current;
    const logo = await this.#openLogo(brand, "512.jpg");
    if (logo !== null) return logo;
    const rendering = this.#rendered.get(brand.color) ?? this.#render(brand.color);
    this.#rendered.set(brand.color, rendering);
    const body = await rendering;
    return { body, bytes: body.length, mime: "image/png" };
  }

  async #openLogo({ logo }: Brand, name: string): Promise<BrandImage | null> {
    const id = findDishImageId(logo);
    if (id === null) return null;
    try {
      const { file, mime } = await this.#images.open(id, name);
      return { body: file.body, bytes: file.bytes, mime };
    } catch (error) {
      // A lost file or a store that is down must not cost every page its icon.
      this.#log.warn({ err: error }, "the logo cannot be read");
      return null;
    }
  }

  async #render(color: string): Promise<Buffer> {
    const [width, height] = [sharePictureSide, sharePictureSide];
    const src = `data:image/svg+xml;base64,${Buffer.from(drawMark(color, 0)).toString("base64")}`;
    const shape = { type: "img", props: { src, width, height } };
    try {
      return await this.#renderer.render({ shape, width, height });
    } catch (error) {
      this.#rendered.delete(color);
      throw error;
    }
  }
}

/** Draws a steaming bowl on a square in the brand's colour, whose corners have a radius of `radius` of 64. */
function drawMark(color: string, radius: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="${createBrandColors(color).bright}"/><path d="M14 33h36a18 18 0 0 1-36 0zM25 24c-3-4 3-6 0-10M33 24c-3-4 3-6 0-10M41 24c-3-4 3-6 0-10M24 54h16" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
