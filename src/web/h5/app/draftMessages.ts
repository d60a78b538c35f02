/** Messages of the restored-draft notice. */
export const draftMessages = {
  restored: "已恢复上次没有保存的内容",
  discard: "重新填写",
} as const;
