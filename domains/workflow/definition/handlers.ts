import type { Handler } from '../engine/ports.ts'
import { HANDLER_KINDS, type HandlerChoice, type HandlerKind } from '../model/types.ts'

interface HandlerFacts {
  /** what it is called where it is chosen */
  label: string
  /** heading it stands under there */
  group?: string
  /** ascending within its group */
  order?: number
}

interface Registered extends HandlerChoice {
  order: number
  run: Handler
}

const registered = new Map<string, Registered>()
const keyOf = (kind: HandlerKind, name: string): string => `${kind} ${name}`

/**
 * Registers a function that definitions may name; a name given twice for one kind stops the start. It runs inside the
 * command's transaction, 5 s at most, and may only use the database handle it is given. Workflow §3.7.
 */
export function declareHandler(kind: HandlerKind, name: string, run: Handler, facts: HandlerFacts): void {
  const key = keyOf(kind, name)
  if (registered.has(key)) throw new Error(`Handler ${name} of kind ${kind} is declared twice`)
  registered.set(key, {
    kind,
    name,
    run,
    label: facts.label,
    group: facts.group ?? '',
    order: facts.order ?? 0,
  })
}

/** The registered function, or undefined: nothing is ever loaded by name. */
export function findHandler(kind: HandlerKind, name: string): Handler | undefined {
  return registered.get(keyOf(kind, name))?.run
}

/** What may be chosen in the designer and what the validator knows, by kind, group and order. */
export function handlerChoices(): HandlerChoice[] {
  return [...registered.values()]
    .sort(
      (a, b) =>
        HANDLER_KINDS.indexOf(a.kind) - HANDLER_KINDS.indexOf(b.kind) ||
        a.group.localeCompare(b.group) ||
        a.order - b.order ||
        a.name.localeCompare(b.name),
    )
    .map(({ kind, name, label, group }) => ({ kind, name, label, group }))
}
