import type { Db } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
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

const handlers = namedPoint<Registered>('Handler')
const keyOf = (kind: HandlerKind, name: string): string => `${kind} ${name}`

/**
 * Registers a function that definitions may name, once for each kind. It runs inside the command's transaction, 5 s at
 * most, and may only use the database handle it is given. Workflow §3.7.
 */
export function declareHandler(
  kind: HandlerKind,
  name: string,
  run: Handler,
  facts: HandlerFacts,
): Registration {
  return handlers.as(keyOf(kind, name), {
    kind,
    name,
    run,
    label: facts.label,
    group: facts.group ?? '',
    order: facts.order ?? 0,
  })
}

/** The registered function, or undefined: nothing is ever loaded by name. */
export function findHandler(db: Db, kind: HandlerKind, name: string): Handler | undefined {
  return handlers.of(db, keyOf(kind, name))?.run
}

/** What may be chosen in the designer and what the validator knows, by kind, group and order. */
export function handlerChoices(db: Db): HandlerChoice[] {
  return [...handlers.all(db).values()]
    .sort(
      (a, b) =>
        HANDLER_KINDS.indexOf(a.kind) - HANDLER_KINDS.indexOf(b.kind) ||
        a.group.localeCompare(b.group) ||
        a.order - b.order ||
        a.name.localeCompare(b.name),
    )
    .map(({ kind, name, label, group }) => ({ kind, name, label, group }))
}
