import { createHmac } from 'node:crypto'
import { openCompany } from './companies.ts'
import { left } from './env.ts'
import { ask, serial, unique } from './people.ts'

const MAIN = '4402029109000000001'
const HEAD = '/admin/cust/vacct/head'

/** A number at the bank that no other test of the run uses. */
export const bankNumber = (): string => `44020291${String(serial()).padStart(8, '0')}`

/** An open virtual account of a new payer. */
export async function openVacct(): Promise<{
  id: number
  vacctNo: string
  vacctName: string
  payer: string
}> {
  const { id: companyId, payer } = await openCompany()
  const { list } = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/system/org/payer/list?companyId=${companyId}`,
  )
  const vacctNo = bankNumber()
  const vacctName = unique('远洋户')
  const { id } = await ask('POST', `${HEAD}/save`, {
    vacctNo,
    vacctName,
    mainAccount: MAIN,
    payerId: list[0]?.id,
  })
  await ask('POST', `${HEAD}/update/status/${id}`, { status: 1 })
  return { id, vacctNo, vacctName, payer }
}

interface ToldLine {
  bankSerialNo: string
  vacctNo: string
  amount: string
  purpose?: string
}

/** What the interface of the bank tells, as an application of its own. */
export async function tellBank(lines: readonly ToldLine[]): Promise<void> {
  const { appKey, appSecret } = await ask<{ appKey: string; appSecret: string }>(
    'POST',
    '/admin/open/app/save',
    { name: unique('银行'), channelId: 1201, scopes: ['bank'] },
  )
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', appSecret).update(`${appKey}\n${timestamp}`).digest('hex')
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${left('full')}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { code, message, data } = await answer.json()
    if (code !== 200) throw new Error(`${path}: ${message}`)
    return data
  }
  const { accessToken } = await post('/open/token', { appKey, timestamp, sign })
  await post(
    '/open/bank/icbc/notify',
    { lines: lines.map((line) => ({ direction: 1, tradeTime: timestamp, peerName: '远洋', ...line })) },
    { authorization: `Bearer ${accessToken}` },
  )
}
