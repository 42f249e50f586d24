import { pause } from './retry.ts'

/** Wakes those who wait at one queue, one at a time. */
export class Bell {
  #waiting: (() => void)[] = []
  #isRung = false
  readonly #mostMs: number

  /** `mostMs`: nobody waits longer than that */
  constructor(mostMs: number) {
    this.#mostMs = mostMs
  }

  /** Wakes one of them; while nobody waits, the next who comes does not. */
  ring(): void {
    const wake = this.#waiting.pop()
    if (wake === undefined) this.#isRung = true
    else wake()
  }

  /** Until it rings, the time is over or the signal ends; not at all where it rang while nobody waited. */
  async wait(signal: AbortSignal): Promise<void> {
    if (this.#isRung) {
      this.#isRung = false
      return
    }
    const woken = new AbortController()
    const wake = (): void => woken.abort()
    this.#waiting.push(wake)
    await pause(this.#mostMs, AbortSignal.any([signal, woken.signal]))
    this.#waiting = this.#waiting.filter((one) => one !== wake)
  }
}
