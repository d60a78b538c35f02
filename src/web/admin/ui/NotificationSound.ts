const notesHz = [880, 1_175] as const;
/** A sound that the browser held back for longer than this (ms) would only confuse. */
const maxDelayMs = 1_000;

interface SoundOptions {
  /** Seconds from one note to the next, and that a note takes to fade. */
  readonly stepS: number;
  readonly noteS: number;
  /** From 0 to 1. */
  readonly volume: number;
}

/** Quiet and short: messages come often. */
export const messageSound: SoundOptions = { stepS: 0.12, noteS: 0.12, volume: 0.12 };
/** Loud and long: to be heard in a kitchen. */
export const orderSound: SoundOptions = { stepS: 0.18, noteS: 0.35, volume: 0.3 };

/** Two-note sound. Browsers block it until the page was pressed once: what is played before is skipped. */
export class NotificationSound {
  private context: AudioContext | null = null;
  private readonly options: SoundOptions;

  constructor(options: SoundOptions) {
    this.options = options;
  }

  /** Enables the sound; call it on a press. */
  readonly unlock = (): void => {
    void this.resume();
  };

  play(): void {
    const requestedAt = Date.now();
    void this.resume().then((context) => {
      if (context !== null && Date.now() - requestedAt < maxDelayMs) this.playNotes(context);
    });
  }

  /** Resolves with the running context; null if the browser has none or refuses. */
  private async resume(): Promise<AudioContext | null> {
    if (!("AudioContext" in window)) return null;
    this.context ??= new AudioContext();
    const { context } = this;
    return context.resume().then(
      () => context,
      () => null,
    );
  }

  private playNotes(context: AudioContext): void {
    const { stepS, noteS, volume } = this.options;
    for (const [index, hertz] of notesHz.entries()) {
      const startS = context.currentTime + index * stepS;
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(volume, startS);
      gain.gain.exponentialRampToValueAtTime(0.001, startS + noteS);
      tone.connect(gain).connect(context.destination);
      tone.start(startS);
      tone.stop(startS + noteS);
    }
  }
}
