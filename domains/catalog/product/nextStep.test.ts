import { expect, test } from 'vitest'
import { nextStep } from './nextStep.ts'

const row = { id: 7, auditStatus: 1, platformStatus: 0, isRecycle: 0, channels: [1201] } as const

test('a product says what comes next, from the draft to the shelf, and where', () => {
  const texts = [
    { ...row, auditStatus: -1, channels: [] },
    { ...row, auditStatus: 0, channels: [] },
    { ...row, auditStatus: 3 },
    { ...row, auditStatus: 2 },
    { ...row, channels: [] },
    row,
    { ...row, platformStatus: 11 },
  ].map((one) => nextStep(one)?.text)
  expect(texts).toEqual([
    '提交审核，通过后才能上架',
    '等待审核，通过后设渠道与价格',
    '等待审核，通过后设渠道与价格',
    '审核未通过，修改后重新提交',
    '设渠道与价格，之后上架',
    '上架，商城即可销售',
    '上架，商城即可销售',
  ])
  expect(nextStep({ ...row, channels: [] })?.way?.to).toBe('/store/product/edit/7?tab=sale')
})

test('on the shelf, forbidden and in the bin there is no next step', () => {
  expect(nextStep({ ...row, platformStatus: 5 })).toBeNull()
  expect(nextStep({ ...row, platformStatus: 13 })).toBeNull()
  expect(nextStep({ ...row, isRecycle: 1 })).toBeNull()
})
