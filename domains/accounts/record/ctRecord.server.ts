import { sql } from 'kysely'
import { enqueue } from '#domains/sap/sap.door.ts'
import { settingsOf } from '#domains/settings/settings.door.ts'
import { text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { joinRow } from '#kit/server/joins.ts'
import { nextNumber } from '#kit/server/number.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { sameAs, through } from '#kit/shared/join.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { accountForm } from '../account/account.config.server.ts'
import { account } from '../account/account.entity.ts'
import { postAccount } from '../account/post.server.ts'
import { answerRecord, lineForRecord } from '../bank/claim.server.ts'
import { ctRecordCalls as calls, ctRecordDocument, ctRecordRows } from './ctRecord.document.ts'
import { ctRecord, type RecordType, WRITTEN_TYPES } from './ctRecord.entity.ts'
import { completed, pmOf, recordFaults, TITLES } from './ctRecord.rules.ts'

type CtRecord = EntityRow<typeof ctRecord>
type Account = EntityRow<typeof account>

/** What people know accounts by at SAP. */
const codes = {
  companyCode: through('systemOrgId', 'company', sameAs('orgCode', text('单位编码', { max: 20 }))),
  payerCode: through('payerId', 'payer', sameAs('payerCode', text('付款方编码', { max: 20 }))),
}
/** Of an account, for what goes to SAP. */
export const sapCodes = (db: Db, row: Account) => joinRow(db, theSystem, codes, { ...row })

/** Money that came in, and what took it back. Orders §7.3. */
async function pushTopUp(tx: Tx, row: CtRecord, of: Account): Promise<void> {
  const { companyCode, payerCode } = await sapCodes(tx, of)
  await enqueue(tx, {
    bizType: 'topUp',
    bizId: row.id,
    bizSn: row.recordSn,
    action: 'create',
    payload: {
      head: {
        recordSn: row.recordSn,
        transactionType: row.transactionType,
        accountNo: of.accountNo,
        accountType: of.accountType,
        companyCode,
        payerCode,
        amount: formatMoney(row.transactionType === 6 ? -row.amount : row.amount),
        payType: row.payType,
        payTime: row.payTime === null ? null : toSeconds(row.payTime),
        bankSerialNo: row.bankSerialNo,
        voucherNo: row.voucherNo,
        reverseOf: row.reverseOf === null ? '' : await numberOf(tx, row.reverseOf),
      },
    },
  })
}

async function numberOf(tx: Tx, id: number): Promise<string> {
  const row = await tx.selectFrom('ctRecord').select('recordSn').where('id', '=', id).executeTakeFirst()
  return row?.recordSn ?? ''
}

/** Does what an approved document says: the entry, and what SAP hears of it. Orders §3.7. */
async function carryOut(tx: Tx, row: CtRecord): Promise<void> {
  const { transactionType, amount } = row
  const line = transactionType === 1 ? await lineForRecord(tx, row) : null
  const { entryId } = await postAccount(tx, {
    holder: { accountId: row.accountId },
    pm: pmOf(row),
    transactionType,
    amount,
    source: { type: ctRecord.name, id: row.id },
    linkId: row.recordSn,
    title: TITLES[transactionType],
    mark: row.remark,
  })
  if (line !== null) await answerRecord(tx, line, { id: entryId, amount, linkId: row.recordSn })
  const now = await updateRow(tx, ctRecord, row, { entryId }, { anyField: true })
  if (transactionType !== 1 && transactionType !== 6) return
  const of = await tx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', row.accountId)
    .executeTakeFirstOrThrow()
  await pushTopUp(tx, now, of)
}

/** Refuses what the account cannot take: 授信 is of companies alone. */
function checkAccount(type: RecordType, of: Account): void {
  if (type === 8 && of.accountType !== 2) throw refuse('只有CT账户可以调整授信', 'accountId')
}

const isWritten = ({ transactionType }: Pick<CtRecord, 'transactionType'>): boolean =>
  WRITTEN_TYPES.some((one) => one === transactionType)

const handlers = serveDocument(ctRecordDocument, {
  chosen: 'any',
  record: { code: 'recordSn' },
  async prepare(tx, values, before) {
    const row = completed(wholeRow(ctRecord, before, values))
    if (before !== null && !isWritten(before)) {
      // Of a reversal that came back only its words are changed.
      const { transactionType, amount, accountId } = before
      if (row.transactionType !== transactionType || row.amount !== amount || row.accountId !== accountId)
        throw refuse('冲正单的账户和金额不能修改', 'amount')
    } else if (!isWritten(row)) throw refuse('业务类型格式不正确', 'transactionType')
    const faults = recordFaults(row)
    if (faults.length > 0) throw refuseFields(faults)
    const of = await readRow(tx, actorOf(tx), account, row.accountId)
    checkAccount(row.transactionType, of)
    const { typeEnum, payType, payTime, bankSerialNo } = row
    const { accountType, systemOrgId } = of
    return { ...values, typeEnum, payType, payTime, bankSerialNo, accountType, systemOrgId }
  },
  approved: carryOut,
  process: {
    fields: [
      { name: 'transactionType', label: '业务类型' },
      { name: 'accountType', label: '账户类型' },
      { name: 'amount', label: '金额（元）' },
      { name: 'payType', label: '收款方式' },
      { name: 'systemOrgId', label: '单位ID' },
    ],
    vars: (_tx, { transactionType, accountType, amount, payType, systemOrgId }) => ({
      transactionType,
      accountType,
      amount: amount / 100,
      payType: payType ?? '',
      systemOrgId: systemOrgId ?? 0,
    }),
  },
})
export const { type: ctRecordType } = handlers

type Written = Partial<CtRecord> & Pick<CtRecord, 'transactionType' | 'amount'>

/** Writes a document about an account, with its number. */
async function write(tx: Tx, of: Account, values: Written): Promise<CtRecord> {
  const whole = completed(wholeRow(ctRecord, null, { ...values, accountId: of.id }))
  const faults = recordFaults(whole)
  if (faults.length > 0) throw refuseFields(faults)
  const { typeEnum, payType, payTime, bankSerialNo } = whole
  return insertRow(tx, ctRecord, {
    ...values,
    ...{ typeEnum, payType, payTime, bankSerialNo },
    accountId: of.id,
    accountType: of.accountType,
    systemOrgId: of.systemOrgId,
    recordSn: await nextNumber(tx, 'CZ'),
  })
}

/** Writes a document that nobody needs to decide, and carries it out. */
async function writeDone(tx: Tx, of: Account, values: Written): Promise<CtRecord> {
  const now = new Date()
  const by = actorOf(tx).adminId || null
  const made = await write(tx, of, {
    ...values,
    auditStatus: 1,
    submitBy: by,
    submitTime: now,
    auditTime: now,
  })
  await carryOut(tx, made)
  return made
}

/** What people have frozen of an account by hand and not given free again. */
async function frozenByHand(tx: Tx, accountId: number): Promise<Cents> {
  const { rows } = await sql<{ left: Cents }>`
    select coalesce(sum(case when "transactionType" = 10 then "amount" else -"amount" end), 0)::bigint as "left"
    from "ctRecord" where "accountId" = ${accountId} and "transactionType" in (10, 11) and "auditStatus" = 1
      and "isDel" = 0`.execute(tx)
  return rows[0]?.left ?? 0
}

const lockAccount = (tx: Tx, id: number): Promise<Account> => lockRow(tx, account, id)

const served = [
  change(calls.topUp, async (tx, who, input) => {
    const of = await readRow(tx, who, account, input.accountId)
    const values = { ...input, transactionType: 1 as const }
    const isExamined = (await settingsOf(tx, accountForm)).ct_topup_audit === 1
    const made = isExamined
      ? await submitDocument(tx, ctRecordType, await write(tx, of, values))
      : await writeDone(tx, of, values)
    const row = await readRow(tx, who, ctRecord, made.id)
    return joinRow(tx, who, ctRecordRows, row)
  }),
  change(calls.reverse, async (tx, who, { id, reason }) => {
    const topUp = await lockRow(tx, ctRecord, id)
    if (topUp.transactionType !== 1) throw conflict('只有充值单可以冲正')
    if (topUp.auditStatus !== 1) throw conflict('充值单未审核通过，不能冲正')
    const known = await tx
      .selectFrom('ctRecord')
      .select('recordSn')
      .where('reverseOf', '=', id)
      .where('isDel', '=', 0)
      .where('auditStatus', '<>', 2)
      .executeTakeFirst()
    if (known !== undefined) throw conflict(`该充值单已申请冲正：${known.recordSn}`)
    const of = await readRow(tx, who, account, topUp.accountId)
    const { amount } = topUp
    const made = await write(tx, of, { transactionType: 6, amount, reverseOf: id, remark: reason })
    await submitDocument(tx, ctRecordType, made)
    return { id: made.id }
  }),
  change(calls.credit, async (tx, _who, { id, creditLimit, reason }) => {
    const of = await lockAccount(tx, id)
    checkAccount(8, of)
    const by = creditLimit - of.creditLimit
    if (by === 0) throw refuse('授信额度没有变化', 'creditLimit')
    const typeEnum = by > 0 ? (1 as const) : (2 as const)
    const made = await write(tx, of, { transactionType: 8, typeEnum, amount: Math.abs(by), remark: reason })
    await submitDocument(tx, ctRecordType, made)
    return { id: made.id }
  }),
  change(calls.freeze, async (tx, _who, { id, amount, reason }) => {
    const of = await lockAccount(tx, id)
    return { id: (await writeDone(tx, of, { transactionType: 10, amount, remark: reason })).id }
  }),
  change(calls.unfreeze, async (tx, _who, { id, amount, reason }) => {
    const of = await lockAccount(tx, id)
    const left = await frozenByHand(tx, id)
    if (amount > left) throw refuse(`解冻金额不能大于人工冻结的${formatMoney(left)}元`, 'amount')
    return { id: (await writeDone(tx, of, { transactionType: 11, amount, remark: reason })).id }
  }),
  change(calls.accountStatus, async (tx, _who, { id, status, reason }) => {
    const of = await lockAccount(tx, id)
    if (of.status === status) throw conflict(status === 0 ? '账户已冻结' : '账户未冻结')
    if (status === 0 && reason === '') throw refuse('请输入冻结原因', 'reason')
    await updateRow(tx, account, of, { status, statusReason: status === 0 ? reason : '' })
  }),
]

/** 账户单据. Orders §6.10. */
export const ctRecordPart: ServerPart = { ...handlers, served: [...handlers.served, ...served] }
