import { choice, int, text } from '#kit/fields/shared.ts'
import type { Tx } from '#kit/server/database.ts'
import type { ImportColumn, ImportDefinition, ImportRow, RowError } from '#kit/server/fileTask.ts'
import { AT_ONCE } from '#kit/server/importWrite.ts'
import { fieldNames } from '#kit/server/manyRows.ts'
import { lockRow, lockRows } from '#kit/server/rows.ts'
import { category } from './category.entity.ts'
import { CYCLE, tooDeep } from './category.rules.ts'
import { readTree } from './category.tree.ts'
import { type Category, insertCategories, lockTree, writeCategory } from './category.write.ts'

/** A line of the sheet; null: the cell is blank, what is stored stays. */
interface Line {
  sourceNo: string
  parentNo: string
  parentPath: string
  name: string
  sort: number | null
  status: 0 | 1 | null
}

/** A category as it will be: stored already, told by a line of the sheet, or both. */
interface Node {
  row: Category | null
  line: (Line & { rowNo: number }) | null
  parent: Node | null
}

const TITLES = {
  sourceNo: '外部编号',
  parentNo: '上级外部编号',
  parentPath: '上级分类路径',
  name: '分类名称',
} as const

// A right sheet needs one round per level; more than enough tells a circle or an absurd depth.
const MOST_ROUNDS = 20

const BLANK: Line = { sourceNo: '', parentNo: '', parentPath: '', name: '', sort: null, status: null }

const statusCell = choice('状态', [
  { value: 1, label: '显示' },
  { value: 0, label: '隐藏' },
])

const columns: readonly ImportColumn[] = [
  {
    name: 'sourceNo',
    title: TITLES.sourceNo,
    aliases: ['id', '编号'],
    field: text(TITLES.sourceNo, { max: 40 }),
    example: 'A01',
    note: '该分类在其他系统中的编号；再次导入时按此编号更新',
  },
  {
    name: 'parentNo',
    title: TITLES.parentNo,
    aliases: ['pid'],
    field: text(TITLES.parentNo, { max: 40 }),
    note: '上级分类的外部编号，可在本表的任意行；0 或与本行编号相同为一级分类',
  },
  {
    name: 'name',
    title: TITLES.name,
    aliases: ['name'],
    field: category.shape.name,
    required: true,
    example: '锅具',
  },
  { name: 'sort', title: '排序', aliases: ['sort'], field: int('排序'), example: '1', note: '数字大的在前' },
  {
    name: 'status',
    title: '状态',
    aliases: ['status'],
    field: statusCell,
    example: '显示',
  },
  {
    name: 'parentPath',
    title: TITLES.parentPath,
    field: text(TITLES.parentPath, { max: 200 }),
    note: '没有上级外部编号时填写，如 厨房电器/锅具',
  },
]

const PERMISSION = 'admin:category:import'

/** What the sheet says of categories: by the number of what lies above, else by its path. */
function linesFor(stored: readonly Category[], ids: readonly number[]): Record<string, unknown>[] {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const pathOf = (row: Category | undefined): string =>
    row === undefined ? '' : [pathOf(byId.get(row.pid)), row.name].filter((one) => one !== '').join('/')
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const { sourceNo, name, sort, status } = row
    const above = byId.get(row.pid)
    const parentNo = above === undefined ? '0' : above.sourceNo
    return [{ sourceNo, parentNo, name, sort, status, parentPath: parentNo === '' ? pathOf(above) : '' }]
  })
}

/** Parents before their children, as the tree shows them. */
function treeOrder(stored: readonly Category[]): number[] {
  const below = Map.groupBy(stored, (row) => row.pid)
  const idsUnder = (pid: number): number[] =>
    (below.get(pid) ?? []).flatMap((row) => [row.id, ...idsUnder(row.id)])
  return idsUnder(0)
}

/** Import of product categories; a category is found again by its number, else by its name under its parent. */
export const categoryImport: ImportDefinition = {
  kind: 'import',
  bizType: 'category',
  title: '商品分类',
  permission: PERMISSION,
  source: { permission: PERMISSION, ids: async (db) => treeOrder(await readTree(db, 1)) },
  stored: async (db, _who, ids) => linesFor(await readTree(db, 1), ids),
  columns,
  mode: 'whole',
  // Parents may stand after their children, so the sheet is looked at as a whole.
  batchSize: 50_000,
  async check(db, _who, rows) {
    return planImport(rows, await readTree(db, 1)).errors
  },
  async write(tx, _who, rows) {
    await lockTree(tx, 1)
    const { nodes, errors } = planImport(rows, await readTree(tx, 1))
    if (errors.length > 0) return errors
    for (const level of Map.groupBy(nodes, (node) => chainOf(node).length).values()) {
      await writeStored(tx, level)
      await writeNew(tx, level)
    }
    return []
  },
}

/** What a line says of its category, and what that lies under as it is stored by now. */
interface Told {
  node: Node
  values: Partial<Category>
  parent: Category | null
}

/** What the lines of a level say; what lies above has been written, and moving it has rewritten paths since the tree was read. */
async function toldOf(tx: Tx, nodes: readonly Node[]): Promise<Told[]> {
  const parents = await lockRows(tx, category, [
    ...new Set(nodes.flatMap(({ parent }) => parent?.row?.id ?? [])),
  ])
  return nodes.flatMap((node) => {
    const { line } = node
    if (line === null) return []
    const parent = parents.get(node.parent?.row?.id ?? 0) ?? null
    const values = {
      name: line.name,
      ...(line.sourceNo === '' ? {} : { sourceNo: line.sourceNo }),
      ...(line.sort === null ? {} : { sort: line.sort }),
      ...(line.status === null ? {} : { status: parent?.status === 0 ? (0 as const) : line.status }),
    }
    return [{ node, values, parent }]
  })
}

/** Writes the categories of a level that are there, those of which the sheet says something new. */
async function writeStored(tx: Tx, level: readonly Node[]): Promise<void> {
  const nodes = level.filter((node) => node.row !== null)
  const ids = nodes.flatMap(({ row }) => row?.id ?? [])
  const rows = await lockRows(tx, category, ids)
  for (const { node, values, parent } of await toldOf(tx, nodes)) {
    const id = node.row?.id ?? 0
    const wanted: Partial<Category> = { ...values, pid: parent?.id ?? 0 }
    const differs = (row: Category | undefined): boolean =>
      Object.entries(wanted).some(([name, value]) => row === undefined || Reflect.get(row, name) !== value)
    if (!differs(rows.get(id))) continue
    // Those written before it may have taken it along.
    const before = await lockRow(tx, category, id)
    if (differs(before)) node.row = await writeCategory(tx, before, values, parent)
  }
}

/** Writes the new categories of a level, neighbours with the same cells in one statement: their order is that of the sheet. */
async function writeNew(tx: Tx, level: readonly Node[]): Promise<void> {
  const told = await toldOf(
    tx,
    level.filter((node) => node.row === null),
  )
  const runs: Told[][] = []
  for (const one of told) {
    const run = runs.at(-1)
    const [first] = run ?? []
    if (
      run === undefined ||
      first === undefined ||
      run.length >= AT_ONCE ||
      fieldNames(first) !== fieldNames(one)
    )
      runs.push([one])
    else run.push(one)
  }
  for (const run of runs) {
    const rows = await insertCategories(
      tx,
      run.map(({ values, parent }) => ({ values: { type: 1, ...values }, parent })),
    )
    for (const [index, { node }] of run.entries()) node.row = rows[index] ?? null
  }
}

const keyOf = (parent: Node | null, name: string, keys: Map<Node, number>): string =>
  `${parent === null ? 0 : numberOf(parent, keys)} ${name.toLowerCase()}`

function numberOf(node: Node, keys: Map<Node, number>): number {
  const found = keys.get(node) ?? keys.size + 1
  keys.set(node, found)
  return found
}

/** What the sheet makes of the stored tree: its lines as nodes, parents first, or the lines that cannot be. */
export function planImport(
  rows: readonly ImportRow[],
  stored: readonly Category[],
): { nodes: Node[]; errors: RowError[] } {
  const errors: RowError[] = []
  const refuse = (rowNo: number, column: keyof typeof TITLES, message: string): void => {
    errors.push({ rowNo, column: TITLES[column], message })
  }
  const known = new Map<number, Node>(stored.map((row) => [row.id, { row, line: null, parent: null }]))
  for (const node of known.values()) node.parent = known.get(node.row?.pid ?? 0) ?? null
  const bySource = new Map<string, Node>()
  for (const node of known.values())
    if (node.row?.sourceNo) bySource.set(node.row.sourceNo.toLowerCase(), node)

  // Lines wait until the line of their parent has found its place.
  const waiting = new Map<string, Line & { rowNo: number }>()
  let lines: (Line & { rowNo: number })[] = []
  for (const { rowNo, values } of rows) {
    const line: Line & { rowNo: number } = { ...BLANK, ...values, rowNo }
    const source = line.sourceNo.toLowerCase()
    if (source !== '' && waiting.has(source)) refuse(rowNo, 'sourceNo', '外部编号重复')
    else {
      if (source !== '') waiting.set(source, line)
      lines.push(line)
    }
  }

  const keys = new Map<Node, number>()
  const byName = new Map<string, Node>()
  for (const node of known.values())
    if (node.row !== null && !waiting.has(node.row.sourceNo.toLowerCase()))
      byName.set(keyOf(node.parent, node.row.name, keys), node)

  const nodes: Node[] = []
  const place = (line: Line & { rowNo: number }, parent: Node | null): void => {
    const source = line.sourceNo.toLowerCase()
    const key = keyOf(parent, line.name, keys)
    const named = byName.get(key)
    const numbered = bySource.get(source)
    waiting.delete(source)
    const taken = numbered ?? (source === '' || named?.row?.sourceNo === '' ? named : undefined)
    if (named !== undefined && (named !== taken || named.line !== null)) {
      refuse(line.rowNo, 'name', '分类名称已存在')
      // Only this line is wrong: those below it are looked at as if they lay under the one that is there.
      if (source !== '') bySource.set(source, named)
      return
    }
    const node: Node = taken ?? { row: null, line: null, parent: null }
    node.line = line
    node.parent = parent
    byName.set(key, node)
    if (source !== '') bySource.set(source, node)
    nodes.push(node)
  }
  for (let round = 0; lines.length > 0 && round < MOST_ROUNDS; round++) {
    const left: typeof lines = []
    for (const line of lines) {
      const parent = parentOf(line, { bySource, byName, keys, waiting })
      if (parent === undefined) left.push(line)
      else place(line, parent)
    }
    lines = left
  }
  for (const line of lines) {
    const byNumber = line.parentNo !== ''
    const column = byNumber ? 'parentNo' : 'parentPath'
    refuse(line.rowNo, column, goesRound(line, waiting) ? CYCLE : `${TITLES[column]}不存在`)
  }
  refuseShape([...known.values(), ...nodes], refuse)
  // From the top down, so that a parent lies in its final place before anything is put below it.
  if (errors.length === 0) nodes.sort((a, b) => chainOf(a).length - chainOf(b).length)
  return { nodes, errors }
}

/** Whether following the parents of lines that found no place leads back. */
function goesRound(line: Line, waiting: ReadonlyMap<string, Line>): boolean {
  const seen = new Set<Line>()
  let at: Line | undefined = line
  while (at !== undefined && !seen.has(at) && seen.size < MOST_ROUNDS) {
    seen.add(at)
    at = waiting.get(at.parentNo.toLowerCase())
  }
  return at !== undefined
}

/** A node and what lies above it; when that goes round, it stops somewhere in the circle. */
function chainOf(node: Node): Node[] {
  const chain = [node]
  for (let at = node.parent; at !== null && chain.length < MOST_ROUNDS; at = at.parent) chain.push(at)
  return chain
}

/** The node a line lies under; null: none, undefined: not known yet. */
function parentOf(
  line: Line,
  at: {
    bySource: Map<string, Node>
    byName: Map<string, Node>
    keys: Map<Node, number>
    waiting: Map<string, Line>
  },
): Node | null | undefined {
  const own = line.sourceNo.toLowerCase()
  const above = line.parentNo.toLowerCase()
  // Other systems mark their first level with 0 or with the category's own number.
  if (above === '0' || (above !== '' && above === own)) return null
  if (above !== '') return at.waiting.has(above) ? undefined : at.bySource.get(above)
  const names = line.parentPath.split('/').map((name) => name.trim())
  if (line.parentPath === '') return at.bySource.get(own)?.parent ?? null
  let node: Node | null = null
  for (const name of names) {
    const next: Node | undefined = at.byName.get(keyOf(node, name, at.keys))
    if (next === undefined) return undefined
    node = next
  }
  return node
}

/** Refuses lines that make a circle or a tree that is too deep, also by what is stored below them. */
function refuseShape(
  nodes: readonly Node[],
  refuse: (rowNo: number, column: 'parentNo', message: string) => void,
): void {
  const told = new Set<Node>()
  for (const node of nodes) {
    const chain = chainOf(node)
    const reason = new Set(chain).size === chain.length ? tooDeep(1, chain.length) : CYCLE
    const cause = reason === null ? undefined : chain.find((one) => one.line !== null)
    if (reason === null || !cause?.line || told.has(cause)) continue
    told.add(cause)
    refuse(cause.line.rowNo, 'parentNo', reason)
  }
}
