import type { Demo } from '#kit/server/demo.ts'
import { accountCalls } from './account/account.calls.ts'
import { closeDays } from './daily/close.server.ts'
import { ctRecordCalls } from './record/ctRecord.document.ts'

// name of the company, its credit in yuan, top-ups: days ago and yuan
const ACCOUNTS = [
  ['福州鼓楼好邻居连锁超市有限公司', 200_000, [26, 80_000], [12, 50_000], [3, 60_000]],
  ['厦门鹭江百货有限公司', 300_000, [21, 120_000], [7, 45_000]],
  ['福建万家优品商贸有限公司', 500_000, [18, 200_000]],
  ['杭州湖滨生活馆有限公司', 0, [15, 36_000], [4, 18_800]],
  ['上海徐汇乐享便利店', 0, [9, 15_000]],
  ['深圳南山科技园服务中心', 80_000, [6, 30_000]],
] as const
/** What waits for the finance department this morning. */
const WAITING = [
  ['厦门鹭江百货有限公司', 58_600],
  ['上海徐汇乐享便利店', 8000],
] as const
/** So many days before today are closed. */
const CLOSED = 7
const DAY_MS = 86_400_000

const idIn = async (demo: Demo, orgName: string): Promise<number> => {
  const companyId = await demo.idOf('company', orgName)
  const { list } = await demo.as('赵慧')(accountCalls.list, {
    accountType: '2',
    systemOrgId: String(companyId),
  })
  return list[0]?.id ?? 0
}

let slip = 0
const topUpOf = (demo: Demo, accountId: number, yuan: number) => ({
  accountId,
  amount: `${yuan}.00`,
  payType: 'bank' as const,
  payTime: demo.time(0),
  bankSerialNo: `ICBC${String(++slip).padStart(10, '0')}`,
  remark: '客户预付款',
})

/** CT accounts of companies with credit and top-ups of the last month, what waits for a decision, and a week of closed days. */
export async function fillAccounts(demo: Demo): Promise<void> {
  const { as, ago, idOf, db } = demo
  const [cashier, finance, manager] = [as('郑琳'), as('赵慧'), as('林国栋')]
  for (const [orgName, credit, ...topUps] of ACCOUNTS) {
    const id = await ago(28, async () => {
      const opened = await finance(accountCalls.save, {
        accountType: 2,
        holderId: await idOf('company', orgName),
      })
      if (credit === 0) return opened.id
      const reason = '按年度授信审批'
      const asked = await finance(ctRecordCalls.credit, {
        id: opened.id,
        creditLimit: `${credit}.00`,
        reason,
      })
      await manager(ctRecordCalls.examine, { id: asked.id, auditStatus: 1 })
      return opened.id
    })
    for (const [days, yuan] of topUps)
      await ago(days, async () => {
        const made = await cashier(ctRecordCalls.topUp, topUpOf(demo, id, yuan))
        await finance(ctRecordCalls.examine, { id: made.id, auditStatus: 1 })
      })
  }
  for (const [orgName, yuan] of WAITING)
    await cashier(ctRecordCalls.topUp, topUpOf(demo, await idIn(demo, orgName), yuan))
  for (let day = CLOSED; day >= 0; day--) await closeDays(db, new Date(Date.now() - day * DAY_MS))
}
