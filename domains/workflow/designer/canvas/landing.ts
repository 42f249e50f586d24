import { type GraphModel, observable } from '@logicflow/core'

/**
 * What an element is for that which is being dragged: it may take it, takes it when the pointer is released now, or may
 * not take it.
 */
export type Landing = 'may' | 'here' | 'mayNot'

const CLASSES: Record<Landing, string> = { may: ' ts-may', here: ' ts-may ts-here', mayNot: ' ts-may-not' }

/** Where what is being dragged in one drawing may be released; shapes that read it are drawn again when it changes. */
export class Landings {
  readonly #marks = observable.map<string, Landing>()
  readonly #anchor = observable.box<string | null>(null)

  /** Replaces all marks; only what differs is drawn again. */
  set(marks: ReadonlyMap<string, Landing>, anchor: string | null = null): void {
    for (const id of [...this.#marks.keys()]) if (!marks.has(id)) this.#marks.delete(id)
    for (const [id, mark] of marks) if (this.#marks.get(id) !== mark) this.#marks.set(id, mark)
    if (this.#anchor.get() !== anchor) this.#anchor.set(anchor)
  }

  clear(): void {
    this.set(new Map())
  }

  /** What an element is for that which is being dragged; nothing when nothing is, or it has no part in it. */
  of(id: string): Landing | undefined {
    return this.#marks.get(id)
  }

  /** Names of classes for the shape of an element, with a blank before each. */
  classOf(id: string): string {
    const mark = this.#marks.get(id)
    return mark === undefined ? '' : CLASSES[mark]
  }

  /** Whether a line ends at this anchor when it is released now. */
  endsAt(anchor: string | undefined): boolean {
    return anchor !== undefined && this.#anchor.get() === anchor
  }
}

const landings = new WeakMap<GraphModel, Landings>()

/** The marks of a drawing. */
export function landingsOf(graph: GraphModel): Landings {
  const known = landings.get(graph)
  if (known) return known
  const made = new Landings()
  landings.set(graph, made)
  return made
}
