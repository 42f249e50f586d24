/** What a process has under way, and since when nothing. */
export class Activity {
  #under = 0
  #last = Date.now()

  /** Counts as under way until it has ended; only what `did` something begins the time of rest anew. */
  async during<T>(work: Promise<T>, did: (result: T) => boolean = () => true): Promise<T> {
    this.#under += 1
    try {
      const result = await work
      if (did(result)) this.#last = Date.now()
      return result
    } finally {
      this.#under -= 1
    }
  }

  /** Milliseconds since something was under way; 0 while something is. */
  restMs(): number {
    return this.#under > 0 ? 0 : Date.now() - this.#last
  }
}
