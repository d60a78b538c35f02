const { origin } = require("../../config.js");

/** Returns the link that a parameter holds; "" for one that was damaged on the way. */
function decodeLink(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Shows the ordering pages; opened with the link of a scanned table (`q`) or a shared page (`url`). */
Page({
  data: { url: "" },

  onLoad({ q = "", url = "" }) {
    const link = decodeLink(q || url);
    this.setData({ url: link.startsWith(`${origin}/`) ? link : `${origin}/` });
  },

  /** Passes on menus; other pages belong to the customer, and become the home page. */
  onShareAppMessage({ webViewUrl = "" }) {
    const url = webViewUrl.startsWith(`${origin}/menu?`) ? webViewUrl : `${origin}/`;
    return { title: "点餐", path: `/pages/web/index?url=${encodeURIComponent(url)}` };
  },
});
