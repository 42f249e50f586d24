import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGuide } from '#domains/access/open/guide.server.ts'
import { type Bank, openBank } from '../../../tests/bank.ts'

let bank: Bank
beforeAll(async () => {
  bank = await openBank()
})
afterAll(() => bank.close())

/** What the guide shows an integrator to send. */
async function exampleOf(heading: string): Promise<{ lines: Record<string, unknown>[] }> {
  const section = (await openGuide()).split(`## ${heading}`)[1]?.split('\n## ')[0] ?? ''
  return JSON.parse(/```json\n([\s\S]*?)\n```/.exec(section)?.[1] ?? '')
}

test('O §8: what the guide shows for movements of the bank is taken as it stands, and told again changes nothing', async () => {
  const body = await exampleOf('银行流水')
  const headers = { authorization: `Bearer ${await bank.bankApp()}` }
  const send = () => bank.app.request<unknown>('POST', '/open/bank/icbc/notify', { headers, body })
  expect(await send()).toMatchObject({ code: 200, data: { accepted: 1, duplicated: 0 } })
  expect(await send()).toMatchObject({ code: 200, data: { accepted: 0, duplicated: 1 } })
  expect(await bank.line('20270305000123')).toMatchObject({
    amount: 500_000,
    direction: 1,
    peerAccount: '1402023109000000001',
    source: 1,
  })
})

test('O §8: integrators read the call of the bank with its fields and the scope it asks for', async () => {
  const { body } = await bank.app.request('GET', '/api/open/openapi.json')
  const call = JSON.parse(body).paths['/api/open/bank/icbc/notify'].post
  expect(call).toMatchObject({ summary: '推送银行流水', security: [{ app: [] }] })
  expect(JSON.stringify(call)).toContain('银行流水号')
  expect(call.description).toContain('银行对账')
})
