import type { HandlerKind, Process } from '../model/types.ts'
import type { Compiled } from './compile.ts'
import type {
  Actor,
  CopyRecord,
  InstanceRecord,
  InstanceState,
  LogRecord,
  TaskRecord,
  TimerRecord,
  TokenRecord,
  Variables,
} from './records.ts'

/** What the engine has in its hands while one command runs: everything of one root instance that can still change. */
export interface World {
  rootId: number
  /** the root, and the running instances of its tree */
  instances: InstanceRecord[]
  tokens: TokenRecord[]
  /** open tasks, and the done ones whose token still waits for their round (`tokenId` is not null) */
  tasks: TaskRecord[]
  timers: TimerRecord[]
}

/** What a command changed, to be kept in its transaction. */
export interface Changes {
  rootId: number
  instances: { added: InstanceRecord[]; changed: InstanceRecord[] }
  tokens: { added: TokenRecord[]; changed: TokenRecord[]; removed: number[] }
  tasks: { added: TaskRecord[]; changed: TaskRecord[] }
  timers: { added: TimerRecord[]; changed: TimerRecord[]; removed: number[] }
  copies: CopyRecord[]
  logs: LogRecord[]
  /** who is to be told what, after the commit */
  notices: Told[]
}

/** A message to people; `source` drops repeats. */
export interface Told {
  mark:
    | 'taskArrived'
    | 'taskReminder'
    | 'taskUrged'
    | 'taskOverdue'
    | 'taskReturned'
    | 'copyArrived'
    | 'instanceEnded'
    | 'instanceOverdue'
  receivers: Actor[]
  instanceId: number
  taskId: number | null
  source: string
}

/** Where instances lie: the database, or memory (tests, try runs, the bench). */
export interface Store {
  /** a new id for a record of any kind */
  newId(): Promise<number> | number
  /** locks the root instance and answers its world; null when there is none */
  load(rootId: number): Promise<World | null>
  /** the root of a task or an instance; null when it is not there */
  rootOf(of: { taskId: number } | { instanceId: number }): Promise<number | null>
  /** a task that is not part of the world any more */
  task(id: number): Promise<TaskRecord | null>
  /** done tasks of an instance, oldest first; of one node when it is named */
  doneTasks(instanceId: number, node?: string): Promise<TaskRecord[]>
  /** keeps everything at once; throws BIZ_IN_PROGRESS when the document of a new root instance is already under way */
  save(changes: Changes): Promise<void>
}

/** Who somebody is at this moment, for the question whether a task is theirs. */
export interface Identity {
  adminId: number
  roles: readonly string[]
  deptId: string
  posts: readonly string[]
  /** may act on every task: system.admin, system.auto, or a person with *:*:* */
  all: boolean
}

/** The people of the product. */
export interface People {
  /** what a person is called in a message */
  name(adminId: number): Promise<string>
  identity(adminId: number): Promise<Identity | null>
  /** a bare id or code of a definition as the person, role, department or post it names; [] when it names nobody */
  known(token: string): Promise<Actor[]>
  /** enabled people among these actors, in their order, each once */
  members(actors: readonly Actor[]): Promise<number[]>
  /** those of the actors who are there and enabled; roles, departments and posts stay as they are unless empty */
  present(actors: readonly Actor[]): Promise<Actor[]>
  /** to whom the work of a person goes at an instant by standing delegation, chains followed to their end; null: nobody */
  delegateOf(adminId: number, processName: string, at: Date): Promise<number | null>
  /** the process administrators, for tasks without participants */
  admins(): Promise<Actor[]>
}

/** What a registered function is given. `tx` is the caller's transaction, which only it knows how to use. */
export interface HandlerContext {
  tx: unknown
  instance: Readonly<InstanceRecord>
  node: { id: string; name: string; properties: Readonly<Record<string, unknown>> }
  variables: Readonly<Variables>
  /** who acts: 0 is the product itself */
  adminId: number
  task: Readonly<TaskRecord> | null
  /** arguments of an action, by the names in args; new tasks of a callback */
  args: readonly unknown[]
}
export type Handler = (context: HandlerContext) => Promise<unknown> | unknown

/** All that the engine asks of the product around it. */
export interface Ports {
  store: Store
  people: People
  now(): Date
  /** a definition by id; compiled once per version */
  definition(id: number): Promise<Compiled>
  /** the newest enabled version of a name, or the given one; throws SUB_NOT_FOUND 子流程「x」未部署或已停用 */
  callee(name: string, version: number): Promise<Compiled>
  /** the number of a new instance: after instanceNoClass, else LC and the day */
  number(process: Process, variables: Variables): Promise<string>
  /** undefined when nobody registered the name */
  handler(kind: HandlerKind, name: string): Handler | undefined
  /** the document of a root instance hears of its new state, in the same transaction */
  onState(instance: InstanceRecord, from: InstanceState | null, to: InstanceState, by: number): Promise<void>
  /** whether nobody with *:*:* may decide what they have started themselves; left out: they may */
  ownForbidden?(): Promise<boolean>
  /** before every node that is entered: lets others have their turn, throws when it takes too long */
  breathe?(): Promise<void>
  /** the transaction, handed through to handlers */
  tx: unknown
  options: EngineOptions
}

export interface EngineOptions {
  emptyActorPolicy: 'error' | 'admin' | 'autoPass' | 'anyone'
  sameActorPolicy: 'none' | 'skipStarter' | 'skipApproved'
}
