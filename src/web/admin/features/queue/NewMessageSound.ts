import { isSoundOn, saveSoundOn } from "../console/consoleStorage.ts";

const hertz = [880, 1_175] as const;
const noteS = 0.12;
const loudness = 0.12;

/** Short sound for new messages; off by default. */
export class NewMessageSound {
  private sound: AudioContext | null = null;

  get isOn(): boolean {
    return isSoundOn();
  }

  /**
   * Switches the sound on with a sample, or off. Must follow a press, because browsers block sound before.
   */
  setOn(isOn: boolean): void {
    saveSoundOn(isOn);
    this.play();
  }

  /** Plays the sound if it is on and the browser allows it. */
  play(): void {
    if (!this.isOn || typeof AudioContext === "undefined") return;
    this.sound ??= new AudioContext();
    const { sound } = this;
    // Rejected until the page was pressed once: this sound is skipped and a later one plays.
    void sound.resume().then(
      () => {
        for (const [index, pitch] of hertz.entries())
          playNote(sound, pitch, sound.currentTime + index * noteS);
      },
      () => undefined,
    );
  }
}

function playNote(sound: AudioContext, pitch: number, at: number): void {
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + noteS);
  tone.connect(volume).connect(sound.destination);
  tone.start(at);
  tone.stop(at + noteS);
}
