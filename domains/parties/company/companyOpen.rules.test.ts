import { expect, test } from 'vitest'
import { followed } from './companyOpen.rules.ts'

type Parts = Parameters<typeof followed>[2]
const parts = (more: Partial<Parts> = {}): Parts => ({
  ...{ shouda: {}, payer: {}, shipTo: {}, invoiceTo: {}, user: {} },
  ...more,
})

test('what is empty or still the same follows the company, what was written otherwise stays', () => {
  const change = { before: '甲公司', next: '甲公司有限' }
  const found = followed(
    'orgName',
    change,
    parts({
      payer: { payerName: '甲公司' },
      shipTo: { shipToName: '一号仓' },
      invoiceTo: { invoiceTitle: '' },
    }),
  )
  expect(found).toEqual([
    { part: 'shouda', field: 'shoudaName', value: '甲公司有限' },
    { part: 'payer', field: 'payerName', value: '甲公司有限' },
    { part: 'invoiceTo', field: 'invoiceTitle', value: '甲公司有限' },
  ])
})

test('of several channels the first one is that of the sold-to party', () => {
  const change = { before: [1202], next: [1204, 1202] }
  expect(followed('channelIds', change, parts({ shouda: { channelId: 1202 } }))).toEqual([
    { part: 'shouda', field: 'channelId', value: 1204 },
  ])
  expect(followed('channelIds', change, parts({ shouda: { channelId: 1203 } }))).toEqual([])
})

test('a field nothing follows changes nothing', () => {
  expect(followed('businessScope', { before: '', next: '食品' }, parts())).toEqual([])
})
