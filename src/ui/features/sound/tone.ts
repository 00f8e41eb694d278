/** Two notes, high then low: audible through speech, unlike an alarm bell. */
const NOTES = [
  { frequencyHz: 880, startS: 0 },
  { frequencyHz: 659.25, startS: 0.18 },
] as const;
const NOTE_S = 0.26;
const LOUDNESS = 0.18;
/** Long enough to avoid clicks at both ends of a note. */
const ATTACK_S = 0.012;

/** Browser effects of the tone. */
export interface ToneEffects {
  /** Opens the audio output. Called once, and not before `mayPlay`: browsers warn. */
  openAudio(): AudioContext;
  /** True after a user gesture; before that, browsers mute the page. */
  mayPlay(): boolean;
  /** Calls back once, at the next gesture. */
  onNextGesture(callback: () => void): void;
}

function schedule(audio: AudioContext): void {
  for (const { frequencyHz, startS } of NOTES) {
    const start = audio.currentTime + startS;
    const end = start + NOTE_S;
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = frequencyHz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + ATTACK_S);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(end);
  }
}

/**
 * Returns a function that plays the tone. While the browser mutes the page, any number of calls give one tone
 * at the next gesture, which informs an operator who returns.
 */
export function createTone({ openAudio, mayPlay, onNextGesture }: ToneEffects): () => void {
  let audio: AudioContext | undefined;
  let isWaiting = false;

  function sound(): void {
    audio ??= openAudio();
    const opened = audio;
    if (opened.state === 'running') schedule(opened);
    else
      opened.resume().then(
        () => schedule(opened),
        () => undefined, // no audio output
      );
  }

  return () => {
    if (mayPlay()) {
      sound();
      return;
    }
    if (isWaiting) return;
    isWaiting = true;
    onNextGesture(() => {
      isWaiting = false;
      sound();
    });
  };
}
