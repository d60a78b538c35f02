import type { RefundRequest } from "#contract/order/schema.ts";

/** The words of asking for money back. */
export const refundMessages = {
  title: "申请退款",
  ask: "请选择退款原因",
  reasons: ["餐品有质量问题", "餐品漏送或送错", "等待时间太长", "不想要了", "其他原因"],
  text: "补充说明（选填）",
  textHint: "说说发生了什么，方便门店尽快处理",
  pictures: "上传图片（选填，最多3张）",
  addPicture: "添加图片",
  pictureOf: (place: number) => `第${place}张图片`,
  removePicture: (place: number) => `删除第${place}张图片`,
  retryPicture: (place: number) => `重新上传第${place}张图片`,
  progress: (percent: number) => `${percent}%`,
  failedShort: "点击重试",
  pictureFailed: "有图片没有上传成功，点击图片重试或删除",
  waiting: "图片上传完成后即可提交",
  submit: "提交申请",
  done: "申请已提交，门店会尽快处理",
  failed: "提交失败，请重试",
  card: "退款进度",
  states: {
    open: "等待门店处理",
    approved: "门店已同意",
    rejected: "门店未同意",
  } satisfies Record<RefundRequest["status"], string>,
  due: (time: string) => `${time} 前没有答复会自动同意`,
  answer: (text: string) => `门店答复：${text}`,
  imageCount: (count: number) => `已上传${count}张图片`,
  pointsBack: (points: number) => `${points}积分`,
  money: {
    created: "退款处理中",
    processing: "退款处理中",
    success: "已原路退回",
    failed: "退款未成功，客服会尽快处理",
  },
} as const;
