import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

/** A separate in-memory disk that can be filled to the last byte and emptied again. Requires root. */
export class SmallDisk {
  readonly folder: string;

  constructor(folder: string, megabytes: number) {
    mkdirSync(folder);
    mount("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", folder]);
    this.folder = folder;
  }

  fill(): void {
    const file = openSync(this.#filler, "w");
    try {
      for (let size = 1_048_576; size >= 1; size = Math.floor(size / 16))
        while (tryWrite(file, Buffer.alloc(size)));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler);
  }

  unmount(): void {
    mount("umount", ["--lazy", this.folder]);
  }

  get #filler(): string {
    return path.join(this.folder, "filler");
  }
}

function tryWrite(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}

function mount(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed, which only root on Linux may do: ${stderr}`);
}
