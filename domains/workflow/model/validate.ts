import { idProblems } from './canonical.ts'
import { titleOf } from './elements.ts'
import { compile, ExpressionError } from './expression.ts'
import { COUNTERSIGN_VARIABLES, isName, isNodeType, ONE_VOTE_VETO, shortType } from './names.ts'
import { isExpression, tokens } from './participants.ts'
import { asRecord } from './plain.ts'
import { type ProblemCode, problem } from './problem.ts'
import { ENUM_LABELS, FIELD_LABELS } from './texts.ts'
import { readTime } from './timeValue.ts'
import type { HandlerKind, Known, Problem, Process, ProcessEdge, ProcessNode } from './types.ts'
import { checkFlow } from './validateFlow.ts'

/**
 * Everything that is wrong with a definition, for the designer and the server alike. Errors keep it from being
 * deployed, warnings do not. What needs to know of the product around it (`known`) is checked only where that is told.
 * A thousand nodes take some milliseconds. Workflow §5.3.
 */
export function validate(process: Process, known: Known = {}): Problem[] {
  return [
    ...checkNames(process),
    ...idProblems(process.nodes, process.edges),
    ...checkFlow(process),
    ...process.nodes.flatMap((node) => checkNode(node, known)),
    ...process.edges.flatMap((edge) => checkExpression(edge, textOf(edge.properties.expr))),
    ...checkProcess(process, known),
    ...checkCalls(process, known),
  ]
}

function checkNames(process: Process): Problem[] {
  const problems: Problem[] = []
  if (process.name === '' || process.displayName === '') problems.push(problem('NAME'))
  if (process.name !== '' && !isName(process.name)) problems.push(problem('NAME_FORMAT'))
  for (const { id } of [...process.nodes, ...process.edges]) {
    if (!isName(id)) problems.push(problem('ID_FORMAT', [id], id))
  }
  for (const { id, type } of process.nodes) {
    if (!isNodeType(shortType(type))) problems.push(problem('UNKNOWN_TYPE', [id], type))
  }
  return problems
}

function checkProcess(process: Process, known: Known): Problem[] {
  const title = process.displayName || process.name
  return [...checkTime([], title, textOf(process.expireTime)), ...checkHandlers([], title, process, known)]
}

function checkNode(node: ProcessNode, known: Known): Problem[] {
  const { properties } = node
  const about = [node.id]
  const problems = checkHandlers(about, titleOf(node), properties, known)
  switch (shortType(node.type)) {
    case 'decision':
      problems.push(...checkExpression(node, textOf(properties.expr)))
      break
    case 'subProcess':
      problems.push(...checkTime(about, titleOf(node), textOf(properties.expireTime)))
      break
    case 'task':
      problems.push(...checkTask(node, known))
      break
  }
  return problems
}

function checkTask(node: ProcessNode, known: Known): Problem[] {
  const { properties } = node
  const field = asRecord(properties.field)
  const title = titleOf(node)
  const about = [node.id]
  const problems: Problem[] = []
  for (const key of ['reminderTime', 'expireTime']) {
    problems.push(...checkTime(about, title, textOf(properties[key])))
  }
  const repeat = textOf(properties.reminderRepeat)
  if (repeat !== '' && !/^0*[1-9]\d{0,8}$/.test(repeat)) problems.push(problem('NOT_INTEGER', about))
  for (const key of ['performType', 'taskType', 'countersignType'] as const) {
    const value = key === 'countersignType' ? field[key] : properties[key]
    if (value !== undefined && !Object.hasOwn(ENUM_LABELS[key], String(value))) {
      problems.push(problem('ENUM', about, title, FIELD_LABELS[key]))
    }
  }
  const assignee = textOf(properties.assignee)
  for (const token of tokens(assignee).filter(isExpression)) problems.push(...checkExpression(node, token))
  problems.push(...checkCountersign(node, textOf(field.countersignCompletionCondition)))

  const named = [
    properties.assignmentHandler,
    field.candidateUsers,
    field.candidateGroups,
    field.candidateHandler,
  ]
  if (tokens(assignee).length === 0 && named.every((value) => textOf(value) === '')) {
    const found = problem('NO_ASSIGNEE', about, title)
    const policy = textOf(field.emptyActorPolicy) || known.emptyActorPolicy
    problems.push(policy === 'error' ? { ...found, level: 'error' } : found)
  }
  return problems
}

function checkCountersign(node: ProcessNode, condition: string): Problem[] {
  if (
    node.properties.performType !== 'ALL' ||
    condition.trim() === '' ||
    condition.trim() === ONE_VOTE_VETO
  ) {
    return []
  }
  const problems = checkExpression(node, condition)
  if (problems.length > 0) return problems
  const usable = new Set(COUNTERSIGN_VARIABLES.flatMap((name) => [name, `${name}_${node.id}`]))
  const uses = compile(condition).names.some((name) => usable.has(name))
  return uses ? [] : [problem('COUNTERSIGN_VAR', [node.id])]
}

function checkExpression(element: ProcessNode | ProcessEdge, text: string): Problem[] {
  if (text.trim() === '') return []
  try {
    compile(text)
    return []
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return [problem('BAD_EXPR', [element.id], titleOf(element), error.message)]
  }
}

function checkTime(about: readonly string[], title: string, text: string): Problem[] {
  return text === '' || readTime(text) ? [] : [problem('TIME_FORMAT', about, title)]
}

/** The fields that name registered handlers, one or several. Workflow §3.7. */
const HANDLER_FIELDS: readonly (readonly [string, HandlerKind])[] = [
  ['preInterceptors', 'interceptor'],
  ['postInterceptors', 'interceptor'],
  ['assignmentHandler', 'assignment'],
  ['handleClass', 'decision'],
  ['clazz', 'action'],
  ['callback', 'callback'],
  ['instanceNoClass', 'number'],
]

function checkHandlers(
  about: readonly string[],
  title: string,
  fields: Readonly<Record<string, unknown>>,
  { handlers }: Known,
): Problem[] {
  if (!handlers) return []
  const registered = new Set(handlers.map(({ kind, name }) => `${kind} ${name}`))
  const used = HANDLER_FIELDS.map(([key, kind]) => ({ kind, text: textOf(fields[key]) }))
  used.push({ kind: 'candidate', text: textOf(asRecord(fields.field).candidateHandler) })
  return used.flatMap(({ kind, text }) =>
    tokens(text)
      .filter((name) => !registered.has(`${kind} ${name}`))
      .map((name) => problem('HANDLER_MISSING', about, title, name)),
  )
}

/** Processes that are called: there, and not calling back. Workflow §3.8. */
function checkCalls(process: Process, { deployed }: Known): Problem[] {
  const problems: Problem[] = []
  for (const node of process.nodes) {
    if (shortType(node.type) !== 'wfSubProcess') continue
    const called = textOf(node.properties.form).trim()
    const code = callProblem(called, process.name, deployed)
    if (code) problems.push(problem(code, [node.id], called || titleOf(node)))
  }
  return problems
}

function callProblem(called: string, own: string, deployed: Known['deployed']): ProblemCode | null {
  if (called === '') return 'SUB_NOT_FOUND'
  if (called === own) return 'SUB_CYCLE'
  if (!deployed) return null
  if (!deployed.has(called)) return 'SUB_NOT_FOUND'
  const reached = new Set([called])
  for (const name of reached) for (const next of deployed.get(name) ?? []) reached.add(next)
  return reached.has(own) ? 'SUB_CYCLE' : null
}

/** The names of the processes a definition calls, each once: what `known.deployed` holds for it. Workflow §3.8. */
export function calledProcesses(process: Process): string[] {
  const called = process.nodes
    .filter((node) => shortType(node.type) === 'wfSubProcess')
    .map((node) => textOf(node.properties.form).trim())
  return [...new Set(called)].filter((name) => name !== '')
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
