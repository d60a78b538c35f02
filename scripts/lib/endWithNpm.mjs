// @ts-check
import { readFileSync } from "node:fs";

const CHECK_MS = 1_000;

/**
 * Calls back when the npm that runs this command is gone. npm passes ordinary signals on, but cannot when it
 * is killed itself: the command would stay and occupy its ports.
 * @param {() => void} onGone
 */
export function endWithNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = npmPid();
  const timer = setInterval(() => {
    if (npmPid() === npm) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
}

// npm runs a command through a shell, which may or may not have replaced itself with it.
function npmPid() {
  if (process.platform !== "linux") return process.ppid;
  const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readStat(process.ppid)) ?? [];
  return /^(ba|da|k|z)?sh$/.test(name ?? "") ? Number(parent) : process.ppid;
}

/** @param {number} pid */
function readStat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // The process exited during the read, or this system hides other users' processes.
    return "";
  }
}
