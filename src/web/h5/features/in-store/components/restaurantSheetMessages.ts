/** Messages of the sheet about a restaurant. */
export const restaurantSheetMessages = {
  title: "门店信息",
  failed: "照片加载失败",
  hours: "营业时间",
  licences: "证照信息",
  businessLicence: "营业执照",
  foodLicence: "食品经营许可证",
  number: (number: string) => `编号 ${number}`,
  viewer: "查看图片",
  /** Name of a picture without caption. */
  nth: (restaurant: string, n: number) => `${restaurant}的照片 ${n}`,
  open: (name: string) => `放大${name}`,
} as const;
