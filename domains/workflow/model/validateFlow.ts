import { childIds, titleOf } from './elements.ts'
import { cycles, dominators, type Graph, makeGraph, reach } from './graph.ts'
import { shortType } from './names.ts'
import { type ProblemCode, problem } from './problem.ts'
import type { Problem, Process, ProcessEdge, ProcessNode } from './types.ts'

/** A process, or what lies in one inline sub-process, for itself. */
interface Scope {
  nodes: readonly ProcessNode[]
  /** short types, by node */
  types: readonly string[]
  /** the ways a token can take: none lead out of an Aidant task */
  flow: Graph
  /** all edges */
  drawn: Graph
  report(code: ProblemCode, node: number): void
}

type Outgoing = ReadonlyMap<string, readonly ProcessEdge[]>

/** What is wrong with the ways through a definition, in each scope for itself. Workflow §5.3. */
export function checkFlow(process: Process): Problem[] {
  const problems: Problem[] = []
  const groups = process.nodes.filter((node) => shortType(node.type) === 'subProcess')
  const scopeOf = new Map(groups.flatMap((group) => childIds(group).map((id) => [id, group.id] as const)))
  const members = Map.groupBy(process.nodes, (node) => scopeOf.get(node.id) ?? '')
  const types = new Map(process.nodes.map((node) => [node.id, shortType(node.type)]))
  const ways = new Map<string, [string, string][]>()
  for (const { id, sourceNodeId: from, targetNodeId: to } of process.edges) {
    if (!types.has(from) || !types.has(to)) continue
    if (types.get(to) === 'start') problems.push(problem('START_TARGET', [id]))
    if (types.get(from) === 'end') problems.push(problem('END_SOURCE', [id]))
    const scope = scopeOf.get(from) ?? ''
    if ((scopeOf.get(to) ?? '') !== scope) {
      problems.push(problem('SCOPE_CROSS', [id]))
      continue
    }
    const inScope = ways.get(scope)
    if (inScope) inScope.push([from, to])
    else ways.set(scope, [[from, to]])
  }
  const outgoing = Map.groupBy(process.edges, (edge) => edge.sourceNodeId)
  const withWork = groupsWithWork(groups, types)
  problems.push(...checkScope([], members.get('') ?? [], ways.get('') ?? [], outgoing, withWork))
  for (const group of groups) {
    const inside = members.get(group.id)
    if (inside) problems.push(...checkScope([group.id], inside, ways.get(group.id) ?? [], outgoing, withWork))
    else problems.push(problem('SUB_EMPTY', [group.id], titleOf(group)))
  }
  return problems
}

function checkScope(
  about: readonly string[],
  nodes: readonly ProcessNode[],
  ways: readonly (readonly [string, string])[],
  outgoing: Outgoing,
  withWork: ReadonlySet<string>,
): Problem[] {
  const problems: Problem[] = []
  const places = new Map(nodes.map((node, index) => [node.id, index]))
  const numbered = ways.map(([from, to]) => [places.get(from) ?? 0, places.get(to) ?? 0] as const)
  const types = nodes.map((node) => (isAidant(node) ? 'aidant' : shortType(node.type)))
  const scope: Scope = {
    nodes,
    types,
    flow: makeGraph(
      nodes.length,
      numbered.filter(([from]) => types[from] !== 'aidant'),
    ),
    drawn: makeGraph(nodes.length, numbered),
    report: (code, index) => {
      const node = nodes[index]
      if (node) problems.push(problem(code, [node.id], titleOf(node)))
    },
  }
  const starts = indexesOf(types, 'start')
  const ends = indexesOf(types, 'end')
  if (starts.length === 0) problems.push(problem('NO_START', about))
  if (starts.length > 1) {
    problems.push(
      problem(
        'MULTI_START',
        starts.flatMap((index) => nodes[index]?.id ?? []),
      ),
    )
  }
  if (ends.length === 0) problems.push(problem('NO_END', about))
  checkReach(scope, starts, ends)
  checkLoops(scope, withWork, problems)
  checkBranches(scope, outgoing)
  checkJoins(scope, starts)
  const aidants = indexesOf(types, 'aidant')
  if (aidants.length > 0 && !nodes.some((node, index) => isWork(node, types[index], withWork))) {
    problems.push(
      problem(
        'ONLY_AIDANT',
        aidants.flatMap((index) => nodes[index]?.id ?? []),
      ),
    )
  }
  for (const index of aidants) {
    if (countOf(scope.drawn.out, index) > 0) scope.report('AIDANT_OUT', index)
  }
  return problems
}

function checkReach(scope: Scope, starts: readonly number[], ends: readonly number[]): void {
  const reached = reach(scope.flow.out, starts)
  const ending = reach(scope.flow.in, ends)
  for (const [index, type] of scope.types.entries()) {
    if (starts.length > 0 && !reached.has(index)) scope.report('UNREACHABLE', index)
    if (type === 'end' || type === 'aidant') continue
    if (countOf(scope.flow.out, index) === 0) scope.report('NO_OUT', index)
    else if (ends.length > 0 && !ending.has(index)) scope.report('NO_WAY_TO_END', index)
  }
}

/** A circle in which nobody and nothing waits turns for ever. */
function checkLoops(scope: Scope, withWork: ReadonlySet<string>, problems: Problem[]): void {
  const waits = scope.nodes.map((node, index) => isWork(node, scope.types[index], withWork))
  for (const circle of cycles(scope.flow, (index) => !waits[index])) {
    const inside = circle.flatMap((index) => scope.nodes[index] ?? [])
    const [first] = inside
    if (!first) continue
    problems.push(
      problem(
        'CYCLE_NO_TASK',
        inside.map((node) => node.id),
        titleOf(first),
      ),
    )
  }
}

function checkBranches(scope: Scope, outgoing: Outgoing): void {
  const joining = reach(scope.flow.in, indexesOf(scope.types, 'join'))
  for (const [index, type] of scope.types.entries()) {
    const ways = countOf(scope.drawn.out, index)
    if (type === 'decision') {
      const { expr, handleClass } = scope.nodes[index]?.properties ?? {}
      const edges = outgoing.get(scope.nodes[index]?.id ?? '') ?? []
      if (ways > 0 && !expr && !handleClass && edges.every((edge) => edge.properties.expr)) {
        scope.report('DECISION_NO_DEFAULT', index)
      }
      if (ways === 1) scope.report('DECISION_ONE_OUT', index)
    }
    if (type === 'fork') {
      if (ways === 1) scope.report('FORK_ONE_OUT', index)
      if (!joining.has(index)) scope.report('FORK_NO_JOIN', index)
    }
  }
}

function checkJoins(scope: Scope, starts: readonly number[]): void {
  const { flow, types } = scope
  const joins = indexesOf(types, 'join')
  if (joins.length === 0) return
  // Several ways out of anything but a decision are a fork, too.
  const forks = [...types.keys()].filter(
    (index) => types[index] === 'fork' || (types[index] !== 'decision' && countOf(flow.out, index) > 1),
  )
  const forked = reach(flow.out, forks)
  const [start] = starts
  const above = start === undefined ? [] : dominators(flow, start)
  for (const join of joins) {
    const incoming = countOf(scope.drawn.in, join)
    if (incoming === 1) scope.report('JOIN_ONE_IN', join)
    if (!forked.has(join)) scope.report('JOIN_NO_FORK', join)
    const origin = above[join]
    if (incoming > 1 && origin !== undefined && types[origin] === 'decision') {
      // Whoever gets here without passing the decision again parted there; a fork among them sends several tokens.
      const between = reach(flow.in, [join], (index) => index !== origin)
      if (!forks.some((fork) => fork !== join && above[fork] !== undefined && between.has(fork))) {
        scope.report('JOIN_AFTER_DECISION', join)
      }
    }
  }
}

/** Inline sub-processes in which, at any depth, somebody or another process has work to do. */
function groupsWithWork(groups: readonly ProcessNode[], types: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>()
  // Inner groups settle before those around them, whatever their order, once nothing is added any more.
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const group of groups) {
      const works = childIds(group).some(
        (id) => found.has(id) || ['task', 'wfSubProcess'].includes(types.get(id) ?? ''),
      )
      if (works) found.add(group.id)
    }
  }
  return found
}

/** Whether a token has to wait at a node. */
function isWork(node: ProcessNode, type: string | undefined, withWork: ReadonlySet<string>): boolean {
  return type === 'task' || type === 'wfSubProcess' || withWork.has(node.id)
}

function isAidant(node: ProcessNode): boolean {
  return shortType(node.type) === 'task' && node.properties.taskType === 'Aidant'
}

function indexesOf(types: readonly string[], type: string): number[] {
  return [...types.keys()].filter((index) => types[index] === type)
}

function countOf(lists: readonly (readonly number[])[], index: number): number {
  return lists[index]?.length ?? 0
}
