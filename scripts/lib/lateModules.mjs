/** Modules that must come when they are needed, not with a first page. */
export const lateModules = /vconsole|weixin|solveProof|area-data|cities|Swiper|Uploader|src\/web\/admin/i;
