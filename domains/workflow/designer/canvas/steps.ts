const MOST = 50

/**
 * The states of one drawing that can be gone back to, as texts. The history of the library takes a state every 100 ms
 * and watches every field of every element for it; this one is told when a person has finished a change.
 */
export class Steps {
  #past: string[] = []
  #future: string[] = []
  #current: string
  #session: string | undefined

  constructor(first: string) {
    this.#current = first
  }

  /** Answers whether the state is a new one. What is done in one session is one step. */
  take(state: string, session?: string): boolean {
    if (state === this.#current) return false
    if (session === undefined || session !== this.#session) {
      this.#past.push(this.#current)
      if (this.#past.length > MOST) this.#past.shift()
    }
    this.#session = session
    this.#current = state
    this.#future = []
    return true
  }

  /** The next change is a step of its own, whatever its session. */
  closeSession(): void {
    this.#session = undefined
  }

  get state(): { canUndo: boolean; canRedo: boolean } {
    return { canUndo: this.#past.length > 0, canRedo: this.#future.length > 0 }
  }

  undo(): string | undefined {
    return this.#move(this.#past, this.#future)
  }

  redo(): string | undefined {
    return this.#move(this.#future, this.#past)
  }

  #move(from: string[], to: string[]): string | undefined {
    const state = from.pop()
    if (state === undefined) return undefined
    to.push(this.#current)
    this.#current = state
    this.#session = undefined
    return state
  }
}
