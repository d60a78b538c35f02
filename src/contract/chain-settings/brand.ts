/** How the chain calls and describes itself. */
export interface BrandTexts {
  name: string;
  /** Said where the chain introduces itself: on share cards and in search results. */
  slogan: string;
}

/** How the chain calls, describes and shows itself. */
export interface Brand extends BrandTexts {
  /** Colour of buttons, prices and what is chosen, `#rrggbb`. */
  color: string;
  /** URL of an uploaded square image; "" for a bowl in the brand's colour. */
  logo: string;
  /** Signature of text messages that the provider has approved; "" for the deployment's. */
  sms_sign: string;
}

/** What holds until the head office sets something else; index.html and the style sheets are written with it. */
export const initialBrand: Brand = {
  name: "食单",
  slogan: "附近门店现做，外卖、自取、堂食一键下单",
  color: "#c9361f",
  logo: "",
  sms_sign: "",
};

/**
 * Path of the chain's icon; also index.html names it. The server answers with the logo, or with a bowl in the chain's
 * colour; other hosts with the file of the build.
 */
export const iconPath = "/icon.svg";
/** Path of the picture on the chain's share cards, made in the same way. */
export const sharePicturePath = "/share.png";
