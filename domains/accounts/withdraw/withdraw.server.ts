import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { declareTodo } from '#kit/server/home.ts'
import { answerPage, answerRow } from '#kit/server/list.ts'
import { nextNumber } from '#kit/server/number.ts'
import { listPoint, type Registration } from '#kit/server/points.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts } from '#kit/server/tabCounts.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, forbidden, refuse } from '#kit/shared/errors.ts'
import type { Cents } from '#kit/shared/money.ts'
import { guardState } from '#kit/shared/states.ts'
import { FREEZE, UNFREEZE, WITHDRAWAL } from '../account/account.rules.ts'
import { postAccount } from '../account/post.server.ts'
import { withdrawCalls as calls } from './withdraw.calls.ts'
import { type WITHDRAW_METHODS, withdraw } from './withdraw.entity.ts'
import { withdrawStates } from './withdraw.states.ts'

type Withdraw = EntityRow<typeof withdraw>

/** Who asks for how much, before it is frozen. */
interface Asked {
  uid: number
  /** cents */
  amount: Cents
}

type Guard = (tx: Tx, asked: Asked) => Promise<void>
const guards = listPoint<Guard>('Withdraw guard')

/** Registers what is asked before a withdrawal is applied for; it refuses with 422 操作异常，请联系客服. Doors §3. */
export const declareWithdrawGuard = (guard: Guard): Registration => guards.as(guard)

interface Application extends Asked {
  method: (typeof WITHDRAW_METHODS)[number]['value']
  payeeName: string
  payeeAccount: string
  payeeBank?: string
}

/**
 * Applies for a withdrawal of a consumer: the amount (cents, > 0) is frozen until somebody decides. 422 when the guards
 * refuse or the balance does not hold it, 409 without an account or with a frozen one. Orders §2.10.
 */
async function applyWithdraw(tx: Tx, { uid, amount, ...payee }: Application): Promise<Withdraw> {
  for (const guard of guards.of(tx)) await guard(tx, { uid, amount })
  const of = await tx
    .selectFrom('account')
    .select('id')
    .where('accountType', '=', 1)
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (of === undefined) throw conflict('账户未开通')
  const withdrawSn = await nextNumber(tx, 'TX')
  const made = await insertRow(
    tx,
    withdraw,
    { ...payee, uid, amount, withdrawSn, accountId: of.id },
    { anyScope: true },
  )
  await postAccount(tx, { ...postingOf(made), pm: 0, transactionType: FREEZE, title: '提现冻结' })
  return made
}

const postingOf = ({ id, accountId, amount, withdrawSn }: Withdraw) => ({
  holder: { accountId },
  amount,
  source: { type: withdraw.name, id },
  linkId: withdrawSn,
})

interface Decision {
  id: number
  version: number | null
  status: 1 | -1
  opinion: string
  voucher: string[]
}

/** Pays out, or gives free again what was frozen; once. Orders §2.10. */
async function examine(tx: Tx, { id, version, status, opinion, voucher }: Decision): Promise<void> {
  const row = await lockRow(tx, withdraw, id, { version })
  guardState(withdrawStates, status === 1 ? 'pass' : 'reject', row.status)
  if (status === -1 && opinion === '') throw refuse('请输入驳回原因', 'opinion')
  if (status === 1 && voucher.length === 0) throw refuse('请选择打款凭证', 'voucher')
  const now = new Date()
  await updateRow(tx, withdraw, row, {
    ...{ status, opinion, voucher, auditTime: now },
    auditBy: actorOf(tx).adminId || null,
    payTime: status === 1 ? now : null,
  })
  const posting = postingOf(row)
  await postAccount(tx, { ...posting, pm: 1, transactionType: UNFREEZE, title: '提现解冻' })
  if (status === 1) await postAccount(tx, { ...posting, pm: 0, transactionType: WITHDRAWAL, title: '提现' })
}

const TABS = { '0': [0], '1': [1], '-1': [-1] }

const handlers = standardHandlers(
  withdraw,
  { list: calls.list, info: calls.info, exportRows: calls.exportRows },
  {},
)

const customerOf = ({ uid }: { uid?: number }): number => {
  if (uid === undefined) throw forbidden()
  return uid
}

/** Withdrawals of consumers. Orders §2.10, §6.10. */
export const withdrawPart: ServerPart = {
  served: [
    ...handlers.served,
    servedCounts(calls.counts, withdraw, 'status', TABS),
    change(calls.examine, async (tx, _who, { id, version, status, opinion, voucher }) =>
      examine(tx, { id, version, status, opinion, voucher }),
    ),
    change(calls.apply, async (tx, who, input) => {
      const made = await applyWithdraw(tx, { ...input, uid: customerOf(who) })
      return answerRow(tx, theSystem, withdraw, calls.apply.answer, made.id)
    }),
    read(calls.own, (db, who, input) =>
      answerPage(
        db,
        theSystem,
        withdraw,
        calls.own.answer,
        { ...unfiltered, ...input },
        {
          fresh: true,
          where: [sql<SqlBool>`"withdraw"."uid" = ${customerOf(who)}`],
        },
      ),
    ),
  ],
  tasks: handlers.tasks,
  registers: [
    ...handlers.registers,
    declareTodo('withdraw', {
      label: '待审核提现',
      to: '/user/account?view=withdraw&status=0',
      permission: calls.examine.permission,
      async count(db) {
        const row = await db
          .selectFrom('withdraw')
          .select((one) => [one.fn.countAll<number>().as('n'), one.fn.min('createTime').as('oldest')])
          .where('status', '=', 0)
          .where('isDel', '=', 0)
          .executeTakeFirst()
        return { n: Number(row?.n ?? 0), oldest: row?.oldest ?? null }
      },
    }),
  ],
}
