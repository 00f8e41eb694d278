/** Two notes, high then low: heard through talk, and no alarm bell. */
const NOTES = [
  { frequencyHz: 880, startS: 0 },
  { frequencyHz: 659.25, startS: 0.18 },
] as const;
const NOTE_S = 0.26;
const LOUDNESS = 0.18;
/** Long enough that a note neither clicks at its start nor at its end. */
const ATTACK_S = 0.012;

/** What the tone needs of a browser. */
export interface ToneEffects {
  /** Opens the way to the loudspeaker. Called once, and not before `mayPlay`: browsers complain. */
  openAudio(): AudioContext;
  /** Whether the page has been touched since it was opened; before that, browsers keep it silent. */
  mayPlay(): boolean;
  /** Calls back once, when it is touched. */
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
 * Answers what plays the tone. While the browser keeps the page silent, however often it is called, it sounds once when
 * the page is touched: whoever comes to the desk hears that something has happened.
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
        () => undefined, // there is nothing to hear it with
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
