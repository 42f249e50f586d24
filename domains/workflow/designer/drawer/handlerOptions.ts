import type { HandlerChoice, HandlerKind } from '../../model/types.ts'
import type { NamedChoice } from './host.types.ts'

/** The registered names of a kind under the titles of their groups. */
export function handlerOptions(handlers: readonly HandlerChoice[] = [], kind: HandlerKind | undefined) {
  const groups = Map.groupBy(
    handlers.filter((one) => one.kind === kind),
    (one) => one.group,
  )
  return [...groups].map(([group, choices]) => ({
    label: group,
    title: group,
    options: choices.map(({ name, label }) => ({ value: name, label: `${label}（${name}）` })),
  }))
}

/** What the registered names of a kind are called. */
export function handlerNames(
  handlers: readonly HandlerChoice[] = [],
  kind: HandlerKind | undefined,
): NamedChoice[] {
  return handlers.flatMap((one) => (one.kind === kind ? [{ value: one.name, label: one.label }] : []))
}
