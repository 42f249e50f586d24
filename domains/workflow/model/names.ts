import { FIELD_LABELS } from './texts.ts'
import { NODE_TYPES, type NodeType } from './types.ts'

/** Fields of the process itself, in the order in which they are written. Workflow §1.2. */
export const VALUE_KEYS = [
  'name',
  'displayName',
  'instanceUrl',
  'expireTime',
  'instanceNoClass',
  'preInterceptors',
  'postInterceptors',
] as const

const INTERCEPTORS = ['preInterceptors', 'postInterceptors'] as const

/** Own text fields of each type, in the order in which they are written. Workflow §1.2, §1.3. */
export const FIELDS: Record<NodeType | 'transition', readonly (keyof typeof FIELD_LABELS)[]> = {
  start: INTERCEPTORS,
  end: INTERCEPTORS,
  task: [
    'form',
    'assignee',
    'assignmentHandler',
    'taskType',
    'performType',
    'reminderTime',
    'reminderRepeat',
    'expireTime',
    'autoExecute',
    'callback',
    ...INTERCEPTORS,
  ],
  custom: ['clazz', 'methodName', 'args', 'var', ...INTERCEPTORS],
  decision: ['expr', 'handleClass', ...INTERCEPTORS],
  fork: [],
  join: [],
  subProcess: ['expireTime', 'instanceUrl', 'instanceNoClass', 'outVars', 'subFailPolicy', ...INTERCEPTORS],
  wfSubProcess: ['form', 'version', 'outVars', 'subFailPolicy'],
  transition: ['expr'],
}

export interface Size {
  width: number
  height: number
}

/** Size of a type when it says none; circles by their diameter, groups unfolded. Workflow §1.2. */
export const SIZES: Record<NodeType, Size> = {
  start: { width: 36, height: 36 },
  end: { width: 36, height: 36 },
  task: { width: 120, height: 80 },
  custom: { width: 120, height: 80 },
  decision: { width: 50, height: 50 },
  fork: { width: 50, height: 50 },
  join: { width: 50, height: 50 },
  subProcess: { width: 500, height: 300 },
  wfSubProcess: { width: 120, height: 80 },
}
export const FOLDED_SIZE: Size = { width: 50, height: 50 }
/** Types whose width and height are their own. */
export const RESIZABLE: ReadonlySet<string> = new Set(['task', 'custom', 'subProcess', 'wfSubProcess'])

/** Keys the table of extension attributes offers, unless the host has its own list. Workflow §1.3. */
export const EXTENSION_ATTRIBUTES = [
  'userKey',
  'groupKey',
  'candidateUsers',
  'candidateGroups',
  'candidateHandler',
  'attr1',
  'attr2',
  'attr3',
] as const
/** Extension attributes that exist only while performType is ALL. */
export const COUNTERSIGN_KEYS = ['countersignType', 'countersignCompletionCondition'] as const
/** In place of a completion condition: all must agree, as when it is empty. Workflow §3.6. */
export const ONE_VOTE_VETO = 'ONE_VOTE_VETO'
/** What a completion condition can ask, each also with `_<node>` appended. Workflow §3.6. */
export const COUNTERSIGN_VARIABLES = [
  'nrOfInstances',
  'nrOfCompletedInstances',
  'nrOfActivateInstances',
  'nrOfActiveInstances',
  'nrOfAgreedInstances',
  'nrOfDisagreedInstances',
  'loopCounter',
] as const

/** Largest text, deepest nesting and longest lists a definition may have, in either form. Workflow §5.2. */
export const LIMITS = {
  bytes: 5 * 1024 * 1024,
  depth: 50,
  nodes: 5_000,
  edges: 20_000,
  /** of one element of xml */
  attributes: 200,
  /** of xml: nodes and edges with their fields */
  elements: 200_000,
} as const

/** 'snaker:task' and 'task' → 'task'. Workflow §1.1. */
export function shortType(type: string): string {
  return type.slice(type.lastIndexOf(':') + 1)
}

export function isNodeType(type: string): type is NodeType {
  return NODE_TYPES.some((known) => known === type)
}

/**
 * Whether a text may be the id of a node or edge, or the name of a process: 1–100 characters, no white space,
 * nothing invisible and none of " ' < > & / , ; (workflow §1.1).
 */
export const NAME = /^[^\s\p{Cc}\p{Cs}"'<>&/,;]{1,100}$/u

export function isName(text: string): boolean {
  return NAME.test(text)
}

/** The first free id of a type: start, end, then start2; task1, task2, transition1, … (workflow §1.1). */
export function newId(type: string, taken: ReadonlySet<string>): string {
  const short = shortType(type)
  if ((short === 'start' || short === 'end') && !taken.has(short)) return short
  let number = short === 'start' || short === 'end' ? 2 : 1
  while (taken.has(`${short}${number}`)) number++
  return `${short}${number}`
}

/** Nothing that reads a definition copies these keys (workflow §5.2). */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const labels: ReadonlyMap<string, string> = new Map(Object.entries(FIELD_LABELS))

/** The label of a field by its key; the key itself when nothing is known of it. */
export function fieldLabel(key: string): string {
  return labels.get(key) ?? key
}
