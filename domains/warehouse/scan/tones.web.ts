/** What a person hears and feels: they look at the goods, not at the screen. Warehouse §7. */
export type Signal = 'ok' | 'wrong' | 'done'

/** Hz and seconds, one after the other; and ms of vibration with pauses. */
const TONES: Readonly<Record<Signal, readonly (readonly [number, number])[]>> = {
  ok: [[1320, 0.07]],
  wrong: [
    [220, 0.18],
    [165, 0.25],
  ],
  done: [
    [880, 0.09],
    [1175, 0.09],
    [1568, 0.16],
  ],
}
const SHAKES: Readonly<Record<Signal, number[]>> = {
  ok: [40],
  wrong: [150, 80, 150, 80, 150],
  done: [60, 60, 200],
}

let sound: AudioContext | null = null

/** Sounds and vibrates where the device can; some browsers wait for the first key before they sound. */
export function signal(kind: Signal): void {
  try {
    navigator.vibrate?.(SHAKES[kind])
    sound ??= new AudioContext()
    void sound.resume()
    let at = sound.currentTime
    for (const [pitch, length] of TONES[kind]) {
      play(sound, pitch, at, length, kind === 'wrong' ? 'square' : 'sine')
      at += length
    }
  } catch {
    // A device without a loudspeaker still shows what it says.
  }
}

function play(on: AudioContext, pitch: number, at: number, length: number, type: OscillatorType): void {
  const tone = on.createOscillator()
  const volume = on.createGain()
  tone.type = type
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0.25, at)
  volume.gain.exponentialRampToValueAtTime(0.01, at + length)
  tone.connect(volume).connect(on.destination)
  tone.start(at)
  tone.stop(at + length)
}
