import { type GraphModel, h, type LogicFlow } from '@logicflow/core'
import type { NodeType, Point } from '../../model/types.ts'
import { type Landing, landingsOf } from './landing.ts'

/** How the drawing looks: one quiet colour for all, the two of the highlight on top. Workflow §2.1. */
export type Mark = 'history' | 'active'

export const INK = '#1f2d3d'
const LINE = '#6b7f99'
const CHOSEN = '#1d5fbf'
const MARKS: Record<Mark, { stroke: string; fill: string }> = {
  history: { stroke: '#67c23a', fill: '#f0f9eb' },
  active: { stroke: '#409eff', fill: '#ecf5ff' },
}
const TINTS: Record<NodeType, string> = {
  start: '#237804',
  end: '#a8071a',
  task: '#1d5fbf',
  custom: '#ad4e00',
  decision: '#6b3fa0',
  fork: '#08727a',
  join: '#08727a',
  subProcess: '#4a5a70',
  wfSubProcess: '#4a5a70',
}

/** Pictures on a ground of 16 × 16. */
const ICONS: Record<NodeType, string> = {
  start: 'M5 3.5 12.5 8 5 12.5z',
  end: 'M4.5 4.5h7v7h-7z',
  task: 'M8 2.2a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM2.8 13.8c.3-3 2.4-4.6 5.2-4.6s4.9 1.6 5.2 4.6z',
  custom: 'M9.6 1.5 3.4 9h3.9l-1 5.5L12.6 7H8.7z',
  decision: 'M6 6.1A2.1 2.1 0 1 1 8.8 8c-.6.3-.8.6-.8 1.4M8 11.9v.4',
  fork: 'M2 8h4M6 8l6-5M6 8h6.5M6 8l6 5',
  join: 'M3.5 3 9.5 8M3 8h6.5M3.5 13l6-5M9.5 8H14',
  subProcess: 'M1.5 3h13v10h-13zM4 6.8h2.6v2.4H4zM9.4 6.8H12v2.4H9.4zM6.6 8h2.8',
  wfSubProcess: 'M2.5 5.5v8h8M5.5 2.5h8v8h-8zM8 8l3-3M8.8 5H11v2.2',
}
const OUTLINED: ReadonlySet<NodeType> = new Set(['decision', 'fork', 'join', 'subProcess', 'wfSubProcess'])

interface Marked {
  id: string
  isSelected: boolean
  properties: object
  graphModel: GraphModel
}

const LANDING_LINES: Partial<Record<Landing, LogicFlow.CommonTheme>> = {
  may: { stroke: CHOSEN, strokeWidth: 2 },
  here: { stroke: CHOSEN, strokeWidth: 4 },
}

/** How the border or line of an element shows what it is for that which is being dragged. */
function landingLine({ id, graphModel }: Marked): LogicFlow.CommonTheme | undefined {
  const landing = landingsOf(graphModel).of(id)
  return landing && LANDING_LINES[landing]
}

function markOf(model: Marked) {
  const state: unknown = Reflect.get(model.properties, 'state')
  return state === 'history' || state === 'active' ? MARKS[state] : undefined
}

/** Border and ground of a node. */
export function nodeStyle(model: Marked): LogicFlow.CommonTheme {
  const mark = markOf(model)
  const takes = landingsOf(model.graphModel).of(model.id) === 'here'
  return {
    stroke: mark?.stroke ?? (model.isSelected ? CHOSEN : LINE),
    fill: takes ? '#dbe8fb' : (mark?.fill ?? '#fff'),
    strokeWidth: mark || model.isSelected ? 2 : 1.5,
    ...landingLine(model),
  }
}

/** The line of a way. */
export function edgeStyle(model: Marked): LogicFlow.CommonTheme {
  const mark = markOf(model)
  return {
    stroke: mark?.stroke ?? (model.isSelected ? CHOSEN : LINE),
    strokeWidth: mark || model.isSelected ? 2 : 1.5,
    ...landingLine(model),
  }
}

/** A point of a node where lines are fastened. */
export type Fastening = Point & { id?: string }

/** Where lines are fastened; the one that takes the line being pulled stands out. */
export function anchorStyle(
  usual: LogicFlow.AnchorTheme,
  { graphModel }: { graphModel: GraphModel },
  anchor: Fastening | undefined,
): LogicFlow.AnchorTheme {
  return landingsOf(graphModel).endsAt(anchor?.id) ? { ...usual, r: 7, fill: CHOSEN } : usual
}

/** The picture of a type around a centre; size in canvas units. */
export function icon(type: NodeType, x: number, y: number, size: number): h.JSX.Element {
  const outlined = OUTLINED.has(type)
  return h('path', {
    d: ICONS[type],
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 16})`,
    fill: outlined ? 'none' : TINTS[type],
    stroke: outlined ? TINTS[type] : 'none',
    'stroke-width': 1.6,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'pointer-events': 'none',
  })
}

/** The same picture for screens outside of the drawing. */
export function iconOf(type: NodeType): { path: string; outlined: boolean; colour: string } {
  return { path: ICONS[type], outlined: OUTLINED.has(type), colour: TINTS[type] }
}

const FONT = 13
export const LINE_HEIGHT = 17

// Chinese letters are as wide as they are high; the others are taken as a little more than half of that.
function widthOf(letter: string): number {
  return (letter.codePointAt(0) ?? 0) > 0xff ? FONT : FONT * 0.58
}

/** What must not be torn off from what follows: a word without a space yet, an opening bracket. */
const HELD = /(?:[!-~]+|[（《「【“])$/

/** Breaks a text into lines of at most `width`; what is more than `most` lines ends in an ellipsis. */
export function linesOf(text: string, width: number, most: number): string[] {
  const lines = text.split('\n').flatMap((line) => broken(line, width))
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  return kept.map((one, index) => (index === most - 1 ? `${[...one].slice(0, -1).join('')}…` : one))
}

function broken(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of text) {
    if (lengthOf(line + letter) <= width || line === '') line += letter
    else {
      const held = letter === ' ' ? '' : (HELD.exec(line)?.[0] ?? '')
      const torn = held.length === line.length ? '' : held
      lines.push(line.slice(0, line.length - torn.length).trimEnd())
      line = `${torn}${letter}`.trimStart()
    }
  }
  return [...lines, line]
}

function lengthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + widthOf(letter), 0)
}

/** A label of one or more lines around a centre, or hanging below a point. Drawn as svg so that a picture can be made of it. */
export function label(
  text: string,
  {
    x,
    y,
    width,
    most,
    below = false,
  }: { x: number; y: number; width: number; most: number; below?: boolean },
): h.JSX.Element | null {
  if (text === '') return null
  const lines = linesOf(text, width, most)
  const first = below ? y + FONT : y - ((lines.length - 1) * LINE_HEIGHT) / 2 + FONT * 0.36
  return h(
    'text',
    {
      'text-anchor': 'middle',
      'font-size': FONT,
      fill: INK,
      // A way that runs behind a label below its node must not strike it through.
      ...(below ? { stroke: '#fff', 'stroke-width': 4, 'paint-order': 'stroke' } : {}),
      'pointer-events': 'none',
    },
    h('title', {}, text),
    ...lines.map((line, index) => h('tspan', { x, y: first + index * LINE_HEIGHT }, line)),
  )
}

/** The theme of the canvas: what no node or edge sets itself. */
export const THEME: Partial<LogicFlow.Theme> = {
  anchor: {
    stroke: CHOSEN,
    fill: '#fff',
    r: 4.5,
    hover: { r: 9, fill: CHOSEN, fillOpacity: 0.2, stroke: CHOSEN },
  },
  anchorLine: { stroke: CHOSEN, strokeWidth: 1.5, strokeDasharray: '4,3' },
  edgeText: {
    textWidth: 120,
    fontSize: 12,
    color: INK,
    overflowMode: 'default',
    background: { fill: '#fff', wrapPadding: '2px,4px' },
  },
  outline: { fill: 'none', stroke: 'transparent', strokeWidth: 0 },
  edgeOutline: {
    fill: 'transparent',
    stroke: 'transparent',
    strokeWidth: 0,
    hover: { stroke: 'transparent' },
  },
  resizeControl: { width: 8, height: 8, fill: '#fff', stroke: CHOSEN, radius: 1 },
  resizeOutline: { fill: 'none', stroke: CHOSEN, strokeWidth: 1, strokeDasharray: '3,3' },
  snapline: { stroke: '#d4380d', strokeWidth: 1, strokeDasharray: '4,4' },
}
