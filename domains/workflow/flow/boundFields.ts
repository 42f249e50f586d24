import type { NamedChoice } from '../designer/drawer/host.types.ts'

interface BoundType {
  label: string
  fields: readonly { name: string; label: string }[]
  /** names of the processes bound to it */
  processes: readonly string[]
}

/** The fields of the documents a process is bound to, each once; of several types each says whose it is. Workflow §2.1. */
export function boundFields(types: readonly BoundType[], process: string): NamedChoice[] {
  const bound = types.filter(({ processes }) => processes.includes(process))
  const labels = new Map<string, string[]>()
  for (const { label: type, fields } of bound)
    for (const { name, label } of fields) {
      const said = bound.length === 1 ? label : `${type} / ${label}`
      labels.set(name, [...(labels.get(name) ?? []), said])
    }
  return [...labels].map(([value, said]) => ({ value, label: said.join('、') }))
}
