const notes = [
  { hertz: 880, atS: 0 },
  { hertz: 1175, atS: 0.18 },
];
const noteS = 0.35;

/** Two-note alert for new orders. Browsers block sound until the page was touched once. */
export class NewOrderSound {
  private context: AudioContext | null = null;

  /** Enables sound; call it on a touch. */
  unlock(): void {
    if (!("AudioContext" in window)) return;
    this.context ??= new AudioContext();
    // Rejected before a touch; the next touch tries again.
    if (this.context.state === "suspended") this.context.resume().catch(() => undefined);
  }

  play(): void {
    const { context } = this;
    if (context === null || context.state !== "running") return;
    for (const { hertz, atS } of notes) {
      const begin = context.currentTime + atS;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.3, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + noteS);
      tone.connect(volume).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + noteS);
    }
  }
}
