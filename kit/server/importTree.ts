/** Which columns of a sheet name its rows, and which one the row above: one of the sheet, or a stored one. */
export interface TreeColumns {
  names: readonly string[]
  above: string
}

/** As the cells of a row are read: what they say, by column. */
export interface NamedRow {
  rowNo: number
  values: Record<string, unknown>
}

const wordOf = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .toLowerCase()

/**
 * How the rows of a sheet lie below one another, wherever they stand. It keeps their names only, so that a sheet is looked at
 * and written in parts: level by level, rows above before those below. Platform §10.
 */
export class SheetTree {
  readonly #names: readonly string[]
  /** the column that names the row above */
  readonly above: string
  /** by a name in small letters; null: several rows are called so */
  readonly #called = new Map<string, number | null>()
  readonly #above = new Map<number, string>()
  readonly #levels = new Map<number, number>()
  /** those that lie below themselves */
  readonly #round = new Set<number>()
  #deepest = 0

  constructor({ names, above }: TreeColumns) {
    this.#names = names
    this.above = above
  }

  /** Takes the next row of the sheet. */
  add({ rowNo, values }: NamedRow): void {
    for (const word of new Set(this.#names.map((name) => wordOf(values[name]))))
      if (word !== '') this.#called.set(word, this.#called.has(word) ? null : rowNo)
    const above = wordOf(values[this.above])
    if (above !== '') this.#above.set(rowNo, above)
  }

  /** The row of the sheet that a name means; undefined when none is called so, or several are. */
  rowCalled(name: unknown): number | undefined {
    return this.#called.get(wordOf(name)) ?? undefined
  }

  /** How many rows of the sheet lie above a row. */
  levelOf(rowNo: number): number {
    const way = new Set<number>()
    let at: number | undefined = rowNo
    for (; at !== undefined && !this.#levels.has(at) && !way.has(at); at = this.#rowAbove(at)) way.add(at)
    const isRound = at !== undefined && way.has(at)
    // From the row up to one whose level is known, which may be far, and then down again.
    for (const one of [...way].reverse()) {
      const above = this.#rowAbove(one)
      const level = above === undefined ? 0 : (this.#levels.get(above) ?? -1) + 1
      this.#levels.set(one, level)
      this.#deepest = Math.max(this.#deepest, level)
    }
    for (; isRound && at !== undefined && !this.#round.has(at); at = this.#rowAbove(at)) this.#round.add(at)
    return this.#levels.get(rowNo) ?? 0
  }

  /** How many levels the rows have. */
  depth(): number {
    for (const rowNo of this.#above.keys()) this.levelOf(rowNo)
    return this.#deepest + 1
  }

  /** Whether a row lies below itself. */
  goesRound(rowNo: number): boolean {
    this.levelOf(rowNo)
    return this.#round.has(rowNo)
  }

  #rowAbove(rowNo: number): number | undefined {
    return this.rowCalled(this.#above.get(rowNo) ?? '')
  }
}

/** Rows of a sheet that may be written together, the upper ones first. */
export function byLevel<R extends { rowNo: number }>(tree: SheetTree, rows: readonly R[]): R[][] {
  const levels = Map.groupBy(rows, ({ rowNo }) => tree.levelOf(rowNo))
  return [...levels].sort(([one], [other]) => one - other).map(([, level]) => level)
}

const trees = new WeakMap<Map<string, unknown>, SheetTree>()

/** Lets an import know the tree of its sheet, by the memory that it checks or writes with. */
export function rememberTree(memory: Map<string, unknown>, tree: SheetTree): void {
  trees.set(memory, tree)
}

/** The tree of a sheet; that of the given rows where they are the whole sheet. */
export function treeIn(
  memory: Map<string, unknown>,
  columns: TreeColumns,
  rows: readonly NamedRow[],
): SheetTree {
  const known = trees.get(memory)
  if (known !== undefined) return known
  const tree = new SheetTree(columns)
  for (const row of rows) tree.add(row)
  return tree
}

/** What has been written of a sheet so far. */
export interface Written {
  /** ids of stored rows, by the rows of the sheet */
  ids: Map<number, number>
  /** those of them that were not there before */
  fresh: Set<number>
}

const written = new WeakMap<Map<string, unknown>, Written>()

/** What has been written with this memory. */
export function writtenIn(memory: Map<string, unknown>): Written {
  const known = written.get(memory) ?? { ids: new Map(), fresh: new Set() }
  written.set(memory, known)
  return known
}
