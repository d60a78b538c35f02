/** Messages that several pages share. Fixed wording first; the rest is short and kind. */
export const appMessages = {
  updateDone: "更新成功",
  updateFailed: "更新失败",
  addDone: "添加成功",
  addFailed: "添加失败",
  removeDone: "删除成功",
  removeFailed: "删除失败",
  cancel: "取消",
  save: "保存",
  remove: "删除",
  edit: "编辑",
  toHome: "回首页",
  toLogin: "去登录",
  notFound: "没有找到这个页面，可能已经搬家了",
} as const;
