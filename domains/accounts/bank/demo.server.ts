import type { Demo } from '#kit/server/demo.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { fromSeconds } from '#kit/shared/time.ts'
import { icbcLogCalls } from './icbcLog.calls.ts'
import { takeLines } from './intake.server.ts'
import { matchWaiting } from './match.server.ts'
import { vacctCalls } from './vacct.calls.ts'

const MAIN = '4402029109000000001'
const INTERFACE = 1
const IMPORTED = 2

// payer, number at the bank, amounts in cents that came in yesterday
const ACCOUNTS = [
  ['好邻居结算户', '4402029100001', [500_000, 1_280_000]],
  ['鹭江百货结算户', '4402029100002', [3_600_000]],
  ['万家优品结算户', '4402029100003', [860_000]],
] as const

const noPeer = { peerAccount: '', peerBank: '中国工商银行', mainAccount: MAIN, direction: 1 as const }

/** Virtual accounts with what came in, what nobody knows the account of, and the comparison of the day. */
export async function fillBank({ admin, ago, idOf, time, day, db }: Demo): Promise<void> {
  await ago(40, async () => {
    for (const [payer, vacctNo] of ACCOUNTS) {
      const payerId = await idOf('payer', payer)
      const { id } = await admin(vacctCalls.save, { vacctNo, vacctName: payer, mainAccount: MAIN, payerId })
      await admin(vacctCalls.turn, { id, status: 1 })
    }
  })
  await ago(1, async () => {
    const told = ACCOUNTS.flatMap(([payer, vacctNo, amounts]) =>
      amounts.map((amount, n) => ({
        ...noPeer,
        vacctNo,
        amount,
        bankSerialNo: `ICBC${vacctNo.slice(-4)}${n + 1}`,
        tradeTime: fromSeconds(time(0)),
        peerName: payer.replace('结算户', ''),
        purpose: '货款',
      })),
    )
    await asSystem(db, (tx) => takeLines(tx, told, INTERFACE))
    const sheet = [
      {
        vacctNo: '4402029100001',
        amount: 8800,
        bankSerialNo: 'ICBC00019',
        peerName: '好邻居',
        purpose: '利息',
      },
      {
        vacctNo: '4402029100099',
        amount: 250_000,
        bankSerialNo: 'ICBC00991',
        peerName: '福州优品',
        purpose: '订货款',
      },
    ]
    await asSystem(db, (tx) =>
      takeLines(
        tx,
        sheet.map((one) => ({ ...noPeer, ...one, tradeTime: fromSeconds(time(0)) })),
        IMPORTED,
      ),
    )
    await matchWaiting(db)
  })
  await admin(icbcLogCalls.run, { bizDate: day(-1) })
}
