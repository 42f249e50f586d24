import {
  NODE_TYPES,
  type NodeType,
  type Process,
  type ProcessEdge,
  type ProcessNode,
} from '../model/types.ts'
import { type Graph, nextOnEveryWay, reaching, reversed } from './graph.ts'
import { invalidModel } from './refusals.ts'

/** A way out of a step. */
export interface Way {
  id: string
  /** the name it had before an import renamed it: a decision may still choose it by that */
  oldName: string
  to: string
  /** condition as written; '' is always open */
  expr: string
}

/** A node as the engine walks it. */
export interface Step {
  id: string
  /** display name */
  name: string
  type: NodeType
  properties: Readonly<Record<string, unknown>>
  /** in the order of the drawing's edges */
  out: readonly Way[]
  pre: readonly string[]
  post: readonly string[]
}

/** A whole process, or the inside of an inline sub-process: what one instance runs. */
export interface Scope {
  /** id of the sub-process node; '' for the whole process */
  id: string
  steps: ReadonlyMap<string, Step>
  start: Step
  /** the first task a token meets from the start */
  firstTask: Step | null
  /** nodes from which a token can still arrive at a join (workflow §3.4); worked out once per join */
  arriving(join: string): ReadonlySet<string>
}

/** A version of a definition, ready to run. Built once per version; its caller keeps a bounded number of them. */
export interface Compiled {
  definitionId: number
  name: string
  revision: number
  process: Process
  scopes: ReadonlyMap<string, Scope>
}

/**
 * Makes a definition ready to run: in goes what `canonical` made of it and its validation found free of errors.
 * Throws INVALID_MODEL when a scope has no start or an unknown type. Workflow §3.4, §6.
 */
export function compileProcess(definitionId: number, revision: number, process: Process): Compiled {
  const parents = new Map<string, string>()
  for (const node of process.nodes) {
    for (const child of childrenOf(node)) parents.set(child, node.id)
  }
  const nodes = Map.groupBy(process.nodes, (node) => parents.get(node.id) ?? '')
  const edges = Map.groupBy(process.edges, (edge) => edge.sourceNodeId)
  const scopes = new Map<string, Scope>()
  for (const [id, inside] of nodes) scopes.set(id, compileScope(id, inside, edges))
  if (!scopes.has('')) throw invalidModel()
  return { definitionId, name: process.name, revision, process, scopes }
}

/** The comma separated names in a text. */
export function names(value: unknown): string[] {
  if (typeof value !== 'string') return []
  return value
    .split(/[,，]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A text property of a step; '' when it is missing. */
export function textOf(step: Step, key: string): string {
  return asText(step.properties[key])
}

/** An extension attribute of a step; the places where older drawings keep it count too. Workflow §1.3. */
export function fieldOf(step: Step, key: string): string {
  const field = step.properties.field
  const own = typeof field === 'object' && field !== null && Object.hasOwn(field, key)
  return asText(own ? Reflect.get(field, key) : step.properties[key])
}

/** A task for an opinion only: its token goes no further. */
export function isAidant(step: Step): boolean {
  return step.type === 'task' && textOf(step, 'taskType') === 'Aidant'
}

function compileScope(id: string, nodes: ProcessNode[], edges: Map<string, ProcessEdge[]>): Scope {
  const steps = new Map(nodes.map((node) => [node.id, compileStep(node, edges.get(node.id) ?? [])]))
  const start = [...steps.values()].find((step) => step.type === 'start')
  if (start === undefined) throw invalidModel()
  return { id, steps, start, firstTask: firstTask(steps, start), arriving: arrivals(steps) }
}

function compileStep(node: ProcessNode, edges: ProcessEdge[]): Step {
  const short = node.type.slice(node.type.lastIndexOf(':') + 1)
  const type = NODE_TYPES.find((one) => one === short)
  if (type === undefined) throw invalidModel()
  return {
    id: node.id,
    name: node.text?.value || asText(node.properties.displayName) || node.id,
    type,
    properties: node.properties,
    out: edges.map((edge) => ({
      id: edge.id,
      oldName: asText(edge.properties.name),
      to: edge.targetNodeId,
      expr: asText(edge.properties.expr),
    })),
    pre: names(node.properties.preInterceptors),
    // Nodes with one list of interceptors run it when they are done: only then is there something to look at.
    post: [...names(node.properties.interceptors), ...names(node.properties.postInterceptors)],
  }
}

function firstTask(steps: ReadonlyMap<string, Step>, start: Step): Step | null {
  const seen = new Set([start.id])
  const waiting = [start]
  for (const step of waiting) {
    if (step.type === 'task' && !isAidant(step)) return step
    for (const way of step.out) {
      const next = steps.get(way.to)
      if (next === undefined || seen.has(next.id)) continue
      seen.add(next.id)
      waiting.push(next)
    }
  }
  return null
}

function arrivals(steps: ReadonlyMap<string, Step>): Scope['arriving'] {
  const known = new Map<string, ReadonlySet<string>>()
  let drawn: { ids: string[]; index: Map<string, number>; back: Graph; next: number[] } | null = null
  const draw = () => {
    const ids = [...steps.keys()]
    const index = new Map(ids.map((id, at) => [id, at]))
    const out = [...steps.values()].map((step) =>
      isAidant(step) ? [] : step.out.flatMap((way) => index.get(way.to) ?? []),
    )
    const exits = [...steps.values()].flatMap((step, at) => (step.type === 'end' ? [at] : []))
    return { ids, index, back: reversed(out), next: nextOnEveryWay(out, exits) }
  }
  return (join) => {
    const found = known.get(join)
    if (found !== undefined) return found
    drawn ??= draw()
    const { ids, index, back, next } = drawn
    const target = index.get(join) ?? -1
    const walls = new Set<number>()
    for (let at = next[target] ?? -1; at !== -1; at = next[at] ?? -1) walls.add(at)
    const set = new Set([...reaching(back, target, walls)].flatMap((at) => ids[at] ?? []))
    known.set(join, set)
    return set
  }
}

function childrenOf(node: ProcessNode): string[] {
  const { children } = node.properties
  return Array.isArray(children) ? children.filter((child) => typeof child === 'string') : []
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
