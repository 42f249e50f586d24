/** Records of one kind while a command runs: all of them, and what happened to them. */
export interface Kept<T extends { id: number }> {
  all: ReadonlyMap<number, T>
  add(record: T): T
  /** says that a record was changed in place */
  touch(record: T): void
  /** takes a record in that was not loaded with the world, because it is about to change */
  adopt(record: T): void
  remove(record: T): void
  changes(): { added: T[]; changed: T[]; removed: number[] }
}

export function keep<T extends { id: number }>(records: readonly T[]): Kept<T> {
  const all = new Map(records.map((record) => [record.id, record]))
  const added = new Set<T>()
  const changed = new Set<T>()
  const removed = new Set<number>()
  return {
    all,
    add(record) {
      all.set(record.id, record)
      added.add(record)
      return record
    },
    touch(record) {
      if (!added.has(record)) changed.add(record)
    },
    adopt(record) {
      all.set(record.id, record)
    },
    remove(record) {
      all.delete(record.id)
      changed.delete(record)
      if (!added.delete(record)) removed.add(record.id)
    },
    changes: () => ({ added: [...added], changed: [...changed], removed: [...removed] }),
  }
}
