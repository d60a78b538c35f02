import { isSoundOn, saveSoundOn } from "../console/consoleStorage.ts";

const hertz = [880, 1_175] as const;
const noteS = 0.12;
const loudness = 0.12;

/** A short sound for new messages; silent until somebody switches it on. */
export class NewMessageSound {
  private sound: AudioContext | null = null;

  get isOn(): boolean {
    return isSoundOn();
  }

  /** Switches it on with a sample of it, or off. Browsers allow sound only after a press, which this has to follow. */
  setOn(isOn: boolean): void {
    saveSoundOn(isOn);
    this.play();
  }

  /** Sounds, when it is on and the browser allows it. */
  play(): void {
    if (!this.isOn || typeof AudioContext === "undefined") return;
    this.sound ??= new AudioContext();
    const { sound } = this;
    // Refused until somebody has pressed something: then this one stays silent and a later one sounds.
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
