/** What a process definition is made of, on both sides and in the designer. Workflow §1. */

export const NODE_TYPES = [
  'start',
  'end',
  'task',
  'custom',
  'decision',
  'fork',
  'join',
  'subProcess',
  'wfSubProcess',
] as const
export type NodeType = (typeof NODE_TYPES)[number]

/** A type as it stands in json carries this prefix, unless the host sets another. */
export const TYPE_PREFIX = 'snaker:'
export const EDGE_TYPE = 'transition'

export interface Point {
  x: number
  y: number
}

/** The label of an element; its value is the display name. */
export interface Label {
  x?: number
  y?: number
  value: string
}

/** Own fields of an element; what no field of this product names is kept as it is. */
export type Properties = Record<string, unknown>

/** A node in the shape the canvas has; x and y are its centre. `id` is its name. */
export interface ProcessNode {
  id: string
  type: string
  x: number
  y: number
  text?: Label
  properties: Properties
  [unknown: string]: unknown
}

/** A way from one node to another. */
export interface ProcessEdge {
  id: string
  type: string
  sourceNodeId: string
  targetNodeId: string
  startPoint?: Point
  endPoint?: Point
  pointsList?: Point[]
  sourceAnchorId?: string
  targetAnchorId?: string
  text?: Partial<Label>
  properties: Properties
  [unknown: string]: unknown
}

/** What a process itself is told, besides its drawing. */
export interface ProcessValues {
  name: string
  displayName: string
  instanceUrl?: string
  expireTime?: string
  instanceNoClass?: string
  preInterceptors?: string
  postInterceptors?: string
}

/** A definition: canonical once `canonical` has seen it. Workflow §1.4. */
export interface Process extends ProcessValues {
  nodes: ProcessNode[]
  edges: ProcessEdge[]
  [unknown: string]: unknown
}

/** What the validator found; errors keep a definition from being deployed, warnings do not. Workflow §5.3. */
export interface Problem {
  code: string
  level: 'error' | 'warning'
  /** ids of the elements it is about; none: the process itself */
  ids: string[]
  message: string
}

/** Names a definition may refer to, by kind. Workflow §3.7. */
export const HANDLER_KINDS = [
  'assignment',
  'decision',
  'action',
  'interceptor',
  'callback',
  'number',
  'candidate',
] as const
export type HandlerKind = (typeof HANDLER_KINDS)[number]

/** What a registered name is called where it is chosen. */
export interface HandlerChoice {
  kind: HandlerKind
  name: string
  label: string
  group: string
}

/** What the validator must know of the product around the definition; left out: not checked (in the browser). */
export interface Known {
  handlers?: readonly HandlerChoice[]
  /** names of the processes that are deployed and enabled, with the names each of them calls */
  deployed?: ReadonlyMap<string, readonly string[]>
  /** what happens to a task without participants unless it says otherwise */
  emptyActorPolicy?: EmptyActorPolicy
}

export type EmptyActorPolicy = 'error' | 'admin' | 'autoPass' | 'anyone'
export type SameActorPolicy = 'none' | 'skipStarter' | 'skipApproved'
