import type { Variables } from './records.ts'

/** What a person adds to a decision. */
export interface Said {
  comment?: string
  /** merged into the instance's variables; fields the node may not edit are refused before */
  variables?: Variables
  /** ids of attachments, the signature: kept with the task */
  data?: Record<string, unknown>
  /** people chosen for later nodes, by node id (ids of staff) */
  chosen?: Record<string, number[]>
}

/** Everything that can be done to an instance. `by`: id of the acting person; 0 is the product itself. Workflow §3.5. */
export type Command = { by: number } & (
  | ({
      kind: 'start'
      definitionId: number
      title: string
      businessType?: string
      businessId?: number
      /** start and complete the first task in one go, when it is the starter's */
      submit?: boolean
    } & Said)
  | { kind: 'claim' | 'release'; taskId: number }
  | ({ kind: 'agree' | 'disagree' | 'reject' | 'returnPrevious' | 'returnStarter'; taskId: number } & Said)
  /** back to a node that was done before */
  | ({ kind: 'returnTo'; taskId: number; node: string } & Said)
  /** the starter hands in again; direct: straight to the node that returned it */
  | ({ kind: 'resubmit'; taskId: number; mode: 'step' | 'direct' } & Said)
  | ({ kind: 'jump'; instanceId: number; node: string } & Said)
  | { kind: 'pullBack'; taskId: number }
  | { kind: 'withdraw' | 'terminate'; instanceId: number; comment?: string }
  | { kind: 'transfer' | 'delegate'; taskId: number; to: number; comment?: string }
  /** what waits for one person goes to another; the caller decides who may order it */
  | { kind: 'handOver'; taskId: number; from: number; to: number; comment?: string }
  | {
      kind: 'addSigner'
      taskId: number
      /** any: one more who may do it; before, after: an extra step; vote: one more member of a countersign */
      place: 'any' | 'before' | 'after' | 'vote'
      admins: number[]
      comment?: string
    }
  | { kind: 'removeSigner'; taskId: number; admins: number[]; comment?: string }
  | { kind: 'assist'; taskId: number; admins: number[]; comment?: string }
  | { kind: 'copy'; instanceId: number; taskId?: number; admins: number[]; comment?: string }
  | { kind: 'urge'; instanceId: number; taskId?: number }
  /** a timer that is due */
  | { kind: 'timer'; timerId: number; rootId: number }
)

/** What a command came to. */
export interface Outcome {
  instanceId: number
  /** tasks it opened */
  tasks: number[]
  state: 'running' | 'approved' | 'rejected' | 'withdrawn' | 'terminated'
}
