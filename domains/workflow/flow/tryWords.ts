import type { OutWireOf } from '#kit/shared/call.ts'
import type { definitionCalls, TryStep } from '../definition/definition.calls.ts'
import { names } from '../model/expression.ts'
import { COUNTERSIGN_VARIABLES } from '../model/names.ts'
import type { Process } from '../model/types.ts'
import { elementTitle } from './diffWords.ts'

export type Tried = OutWireOf<typeof definitionCalls.tryRun>

/** What may be decided for an open task, in the order of the buttons. Workflow §3.5. */
export const DECISIONS = [
  { action: 'agree', label: '同意' },
  { action: 'disagree', label: '不同意', votes: true },
  { action: 'reject', label: '拒绝', votes: false },
  { action: 'returnPrevious', label: '退回上一步' },
  { action: 'returnStarter', label: '退回发起人' },
] as const

export const isVote = (mode: string): boolean => mode === 'PARALLEL' || mode === 'SEQUENTIAL'

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function namesIn(text: string): readonly string[] {
  try {
    return names(text)
  } catch {
    // The designer tells what is wrong with it.
    return []
  }
}

/** Variables that the ways of a process are chosen by: whoever tries it has to give them. */
export function askedVariables(process: Process): string[] {
  const texts = [...process.nodes, ...process.edges].map(({ properties }) => textOf(properties.expr))
  const own = (name: string) =>
    COUNTERSIGN_VARIABLES.some((known) => name === known || name.startsWith(`${known}_`)) ||
    name.startsWith('countersignResult_')
  return [...new Set(texts.filter((text) => text !== '').flatMap(namesIn))].filter((name) => !own(name))
}

/** A typed value as the process gets it: numbers, true and false are no texts. */
export function typedValue(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true'
  return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed
}

/** Names of the elements a run has passed and stands on, as the drawing shows them. */
export function wayHighlight({ way, open }: Pick<Tried, 'way' | 'open'>) {
  const of = (kind: 'node' | 'edge') => [
    ...new Set(way.filter((one) => one.kind === kind).map(({ id }) => id)),
  ]
  const active = new Set(open.map(({ node }) => node))
  return {
    historyNodeNames: of('node').filter((id) => !active.has(id)),
    activeNodeNames: [...active],
    historyEdgeNames: of('edge'),
  }
}

/** What a step and its consequences were, in words. `way`: what was passed because of it. */
export function stepWords(process: Process, way: Tried['way']): string[] {
  return way.map(({ kind, id }) => {
    const title = elementTitle(process, id)
    return kind === 'node' ? `到达${title}` : `经过${title}`
  })
}

/** 同意「部门负责人审批」. */
export function decisionWords(process: Process, step: TryStep, person: string): string {
  const label = DECISIONS.find(({ action }) => action === step.action)?.label ?? step.action
  return `${person}${label}${elementTitle(process, step.node)}`
}
