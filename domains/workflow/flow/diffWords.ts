import { shorten } from '#kit/shared/characters.ts'
import type { FieldChange, ProcessDiff } from '../model/diff.ts'
import { fieldLabel, shortType } from '../model/names.ts'
import { TYPE_LABELS } from '../model/texts.ts'
import { EDGE_TYPE, type Process } from '../model/types.ts'

/** An element that differs, in words. */
export interface DiffLine {
  id: string
  title: string
  /** what is different; none for one that was added or removed */
  fields: string[]
}

export interface DiffWords {
  process: string[]
  added: DiffLine[]
  removed: DiffLine[]
  changed: DiffLine[]
}

const LONGEST = 120
/** How an element lies on the canvas: said once, its numbers tell a person nothing. */
const LAYOUT: readonly [RegExp, string][] = [
  [/^(x|y)$/, fieldLabel('position')],
  [/^text\.(x|y)$/, '文字位置'],
  [/^(startPoint|endPoint|pointsList|sourceAnchorId|targetAnchorId)\b/, fieldLabel('bends')],
  [/^properties\.(width|height)$/, '大小'],
]
const NAMED: Record<string, string> = {
  'text.value': fieldLabel('displayName'),
  sourceNodeId: fieldLabel('source'),
  targetNodeId: fieldLabel('target'),
  type: fieldLabel('type'),
}

const ENDS = new Set(['sourceNodeId', 'targetNodeId'])

const shown = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '（空）'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return shorten(text, LONGEST)
}

const labelOf = (path: string): string => NAMED[path] ?? fieldLabel(path.slice(path.lastIndexOf('.') + 1))

const labels: ReadonlyMap<string, string> = new Map(Object.entries(TYPE_LABELS))

const nodeName = (process: Process, id: string): string =>
  process.nodes.find((one) => one.id === id)?.text?.value || id

/** 任务「仓库主管」, 连线「开始 → 提交申请」. */
export function elementTitle(process: Process, id: string): string {
  const node = process.nodes.find((one) => one.id === id)
  if (node !== undefined) {
    const type = shortType(node.type)
    return `${labels.get(type) ?? type}「${node.text?.value || id}」`
  }
  const edge = process.edges.find((one) => one.id === id)
  if (edge === undefined) return `「${id}」`
  const way = `${nodeName(process, edge.sourceNodeId)} → ${nodeName(process, edge.targetNodeId)}`
  return `${TYPE_LABELS[EDGE_TYPE]}「${edge.text?.value ? `${edge.text.value}：${way}` : way}」`
}

const layoutOf = (path: string): string | undefined => LAYOUT.find(([pattern]) => pattern.test(path))?.[1]

/** Changed fields as lines a person reads: 参与者：user:1 → role:2; how it lies on the canvas comes last. */
function fieldWords(was: Process, is: Process, fields: readonly FieldChange[]): string[] {
  // The ends of an edge are known by the names of their nodes.
  const said = (process: Process, path: string, value: unknown): string =>
    ENDS.has(path) && typeof value === 'string' ? nodeName(process, value) : shown(value)
  const told = fields.filter(({ path }) => layoutOf(path) === undefined)
  const layout = fields.map(({ path }) => layoutOf(path)).filter((label) => label !== undefined)
  return [
    ...told.map(
      ({ path, before, after }) => `${labelOf(path)}：${said(was, path, before)} → ${said(is, path, after)}`,
    ),
    ...[...new Set(layout)].map((label) => `${label}有调整`),
  ]
}

/** What lies between two versions, in words. Workflow §4 (compare). */
export function diffWords(before: Process, after: Process, diff: ProcessDiff): DiffWords {
  const named = (process: Process, { id }: { id: string }): DiffLine => ({
    id,
    title: elementTitle(process, id),
    fields: [],
  })
  return {
    process: fieldWords(before, after, diff.process),
    added: diff.added.map((one) => named(after, one)),
    removed: diff.removed.map((one) => named(before, one)),
    changed: diff.changed.map((one) => ({
      ...named(after, one),
      fields: fieldWords(before, after, one.fields),
    })),
  }
}
