import { change, own, read, type Served } from '#kit/server/serve.ts'
import { refuse } from '#kit/shared/errors.ts'
import { actOn, decideOn, demandComment, saidOf } from './act.server.ts'
import { agreeMany } from './agreeMany.server.ts'
import { taskInfo } from './info.server.ts'
import { listTasks, taskCount } from './list.server.ts'
import { keepPhrases, phrasesOf } from './phrase.server.ts'
import { taskCalls as calls } from './task.calls.ts'

const RETURNS = { previous: 'returnPrevious', starter: 'returnStarter' } as const

/** Workflow §3.5. */
export const taskServed: readonly Served[] = [
  read(calls.list, listTasks),
  read(calls.count, (db, who) => taskCount(db, who)),
  read(calls.info, (db, who, { id }) => taskInfo(db, who, id)),
  change(calls.claim, (tx, who, input) =>
    actOn(tx, who, input, { kind: 'claim', by: who.adminId, taskId: input.id }),
  ),
  change(calls.release, (tx, who, input) =>
    actOn(tx, who, input, { kind: 'release', by: who.adminId, taskId: input.id }),
  ),
  change(calls.agree, async (tx, who, input) => {
    const command = { kind: 'agree', by: who.adminId, taskId: input.id, ...saidOf(input) } as const
    return decideOn(tx, who, input, input, command)
  }),
  change(calls.disagree, async (tx, who, input) => {
    const command = { kind: 'disagree', by: who.adminId, taskId: input.id, ...saidOf(input) } as const
    return decideOn(tx, who, input, input, command)
  }),
  change(calls.reject, async (tx, who, input) => {
    demandComment(input.comment)
    const command = { kind: 'reject', by: who.adminId, taskId: input.id, ...saidOf(input) } as const
    return decideOn(tx, who, input, input, command)
  }),
  change(calls.return, async (tx, who, input) => {
    demandComment(input.comment)
    const { to, node, id } = input
    const said = { by: who.adminId, taskId: id, ...saidOf(input) }
    if (to === 'node' && node === '') throw refuse('请选择退回节点', 'node')
    const command =
      to === 'node'
        ? ({ kind: 'returnTo', node, ...said } as const)
        : ({ kind: RETURNS[to], ...said } as const)
    return decideOn(tx, who, input, input, command)
  }),
  change(calls.resubmit, async (tx, who, input) => {
    const { id, mode } = input
    const command = { kind: 'resubmit', mode, by: who.adminId, taskId: id, ...saidOf(input) } as const
    return decideOn(tx, who, input, input, command)
  }),
  change(calls.pullBack, (tx, who, input) =>
    actOn(tx, who, input, { kind: 'pullBack', by: who.adminId, taskId: input.id }),
  ),
  change(calls.transfer, async (tx, who, input) => {
    const { id, to, comment } = input
    return actOn(tx, who, input, { kind: 'transfer', by: who.adminId, taskId: id, to, comment })
  }),
  change(calls.delegate, async (tx, who, input) => {
    const { id, to, comment } = input
    return actOn(tx, who, input, { kind: 'delegate', by: who.adminId, taskId: id, to, comment })
  }),
  change(calls.addSigner, async (tx, who, input) => {
    const { id, place, admins, comment } = input
    return actOn(tx, who, input, { kind: 'addSigner', by: who.adminId, taskId: id, place, admins, comment })
  }),
  change(calls.removeSigner, async (tx, who, input) => {
    const { id, admins, comment } = input
    return actOn(tx, who, input, { kind: 'removeSigner', by: who.adminId, taskId: id, admins, comment })
  }),
  change(calls.assist, async (tx, who, input) => {
    const { id, admins, comment } = input
    return actOn(tx, who, input, { kind: 'assist', by: who.adminId, taskId: id, admins, comment })
  }),
  own(calls.agreeMany, (db, who, input, request) => agreeMany(db, who, input, request)),
  read(calls.phrases, (db, who) => phrasesOf(db, who.adminId)),
  change(calls.phrasesSave, (tx, who, { phrases }) => keepPhrases(tx, who.adminId, phrases)),
]
