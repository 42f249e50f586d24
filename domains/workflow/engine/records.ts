/** What the engine keeps, as it lies in the tables of the same names. Workflow §3.1. */

export type InstanceState = 'running' | 'approved' | 'rejected' | 'withdrawn' | 'terminated'

export type TaskResult =
  | 'agree'
  | 'disagree'
  | 'reject'
  | 'returned'
  | 'transferred'
  | 'jumped'
  | 'cancelled'
  | 'auto'
  | 'withdrawn'

/** Values of an instance; json only. */
export type Variables = Record<string, unknown>

export type ActorKind = 'user' | 'role' | 'dept' | 'post'

/** Somebody a task waits for: a person, or everybody with a role, of a department, in a post. */
export interface Actor {
  kind: ActorKind
  /** id of admin, role or department; value of the dictionary sys_position */
  id: string
}

export interface InstanceRecord {
  id: number
  /** the instance nobody called; its row is what every command locks first */
  rootId: number
  definitionId: number
  processName: string
  parentId: number | null
  /** the token of the parent that waits for it, and the node that token stands on */
  parentTokenId: number | null
  parentNode: string
  /** id of the inline sub-process it runs; '' for a whole process */
  scope: string
  depth: number
  number: string
  title: string
  starterId: number
  state: InstanceState
  variables: Variables
  businessType: string
  businessId: number | null
  expireTime: Date | null
  overdue: boolean
  createTime: Date
  endTime: Date | null
}

export interface TokenRecord {
  id: number
  instanceId: number
  rootId: number
  node: string
  /** what it stands still for */
  waits: 'task' | 'join' | 'child'
  /** order of arrival within the instance */
  arrival: number
  /** how often work of this node was begun for the token: countersign votes count within one round */
  round: number
  data: TokenData
}

/** What a resting token needs to go on. */
export interface TokenData {
  /** the task whose completion brought it here */
  source?: number | null
  /** passed a fork, a join or a sub-process on the way from there: no simple way back */
  crossed?: boolean
  /** who votes in a countersign, in their order; `loop` tells their tasks apart and never changes */
  members?: Member[]
  /** whose task begins again when the signers put before it are done */
  before?: Actor[]
  /** who signs when the task itself is done */
  after?: number[]
  /** how the work came back, for handing it in again directly */
  returned?: Returned
}

/** A voter; id 0 stands for anyone. */
export interface Member {
  loop: number
  id: number
}

/** The node that handed work back, and whom its task waited for; direct: nothing else was under way. */
export interface Returned {
  node: string
  actors: Actor[]
  direct: boolean
}

/** Attachments, signature and what the form sent; what the engine itself remembers stands apart. */
export interface TaskData {
  [sent: string]: unknown
  engine?: TaskMarks
}

export interface TaskMarks {
  /** as of the token when the task was made */
  crossed?: boolean
  /** how many tokens its completion set down, all of which must still be there to pull it back */
  made?: number
  /** when somebody was last urged, in milliseconds since 1970 */
  urged?: number
}

export interface TaskRecord {
  id: number
  instanceId: number
  rootId: number
  definitionId: number
  processName: string
  /** null for Aidant tasks and for tasks whose token has moved on */
  tokenId: number | null
  node: string
  /** display name of the node when the task was made */
  name: string
  kind: 'Major' | 'Aidant'
  /** ANY: one for all; PARALLEL and SEQUENTIAL: one vote of a countersign; EXTRA: a step of an added signer */
  mode: 'ANY' | 'PARALLEL' | 'SEQUENTIAL' | 'EXTRA'
  state: 'open' | 'done'
  result: TaskResult | null
  round: number
  /** place in the order of a countersign, from 0 */
  loop: number
  /** all it waits for; claiming, transferring and delegating change it */
  actors: Actor[]
  claimedBy: number | null
  doneBy: number | null
  /** whom it returns to when the person it was delegated to has answered */
  ownerId: number | null
  comment: string
  data: TaskData
  /** the task whose completion made this one */
  sourceTaskId: number | null
  form: string
  createTime: Date
  endTime: Date | null
  deadline: Date | null
  overdue: boolean
}

/** One line of an instance's history: append only. */
export interface LogRecord {
  id: number
  instanceId: number
  rootId: number
  time: Date
  /** what happened; `node` and `edge` tell where */
  kind: LogKind
  node: string
  edge: string
  taskId: number | null
  /** who did it: 0 is the product itself */
  adminId: number
  comment: string
  data: Record<string, unknown>
}

/** enter, leave and take draw the highlight; the others are the timeline. */
export type LogKind =
  | 'start'
  | 'enter'
  | 'leave'
  | 'take'
  | 'taskMade'
  | 'taskDone'
  | 'claim'
  | 'release'
  | 'transfer'
  | 'delegate'
  | 'delegateDone'
  | 'addSigner'
  | 'removeSigner'
  | 'assist'
  | 'copy'
  | 'urge'
  | 'return'
  | 'resubmit'
  | 'jump'
  | 'pullBack'
  | 'action'
  | 'child'
  | 'overdue'
  | 'remind'
  | 'incident'
  | 'end'

/** A reader: unread until readTime is set. */
export interface CopyRecord {
  id: number
  instanceId: number
  rootId: number
  taskId: number | null
  adminId: number
  /** who sent it; 0 is the definition */
  fromId: number
  comment: string
  createTime: Date
  readTime: Date | null
}

/** Something due; the row goes when its task closes. Workflow §3.10. */
export interface TimerRecord {
  id: number
  rootId: number
  instanceId: number
  /** null: the deadline of the instance */
  taskId: number | null
  kind: 'remind' | 'deadline' | 'expire'
  due: Date
  /** reminders sent so far; tries of a failed one */
  sent: number
  attempts: number
}
