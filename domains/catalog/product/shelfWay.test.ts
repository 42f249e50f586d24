import { expect, test } from 'vitest'
import { type Stepping, shelfWay } from './shelfWay.ts'

const row = {
  id: 7,
  auditStatus: 1,
  repoStatus: 1,
  platformStatus: 0,
  isRecycle: 0,
  channels: [1201],
  attrValue: [{ isShow: 1, price: '12.80' }],
  missing: '',
} as const satisfies Stepping

const states = (one: Stepping) => shelfWay(one)?.map(({ state }) => state)

test('a product says how far it is from the draft to the shelf', () => {
  const fresh = { ...row, auditStatus: -1, channels: [] }
  expect(states(fresh)).toEqual(['now', 'later', 'later'])
  expect(states({ ...row, auditStatus: -1 })).toEqual(['now', 'done', 'later'])
  expect(states({ ...fresh, auditStatus: 0 })).toEqual(['waits', 'later', 'later'])
  expect(states({ ...fresh, auditStatus: 2 })).toEqual(['wrong', 'later', 'later'])
  expect(states({ ...row, channels: [] })).toEqual(['done', 'now', 'later'])
  expect(states(row)).toEqual(['done', 'done', 'now'])
  expect(states({ ...row, platformStatus: 11 })).toEqual(['done', 'done', 'now'])
  expect(states({ ...row, platformStatus: 13 })).toEqual(['done', 'done', 'wrong'])
  expect(states({ ...row, repoStatus: 2 })).toEqual(['done', 'done', 'wrong'])
})

test('the next step says what is missing, and where it is done', () => {
  const next = (one: Stepping) => shelfWay(one)?.find(({ state }) => state !== 'done')
  expect(next({ ...row, auditStatus: -1, missing: '品牌、税率' })).toMatchObject({
    says: '未提交，通过后才能上架，资料缺少：品牌、税率',
    act: 'submit',
  })
  expect(next({ ...row, auditStatus: 2 })?.way?.to).toBe('/storerepo/repolist/creatProduct/7')
  expect(next({ ...row, channels: [] })).toMatchObject({
    says: '还没有销售渠道',
    way: { to: '/store/product/edit/7?tab=sale' },
    act: 'setChannels',
  })
  const unpriced = [
    { isShow: 1, price: '0.00' },
    { isShow: 0, price: '9.90' },
  ]
  expect(next({ ...row, attrValue: unpriced })).toMatchObject({
    says: '在售规格还没有售价',
    way: { to: '/store/product/edit/7?tab=spec' },
  })
  expect(next(row)).toMatchObject({ act: 'putOnShell', way: { to: '/store/product/info/7' } })
  expect(next({ ...row, repoStatus: 2 })).toMatchObject({ says: '商品已停用，启用后才能上架', act: 'enable' })
  expect(next({ ...row, platformStatus: 13 })?.act).toBe('release')
})

test('steps behind the next one say nothing yet, those before it how they were done', () => {
  expect(shelfWay({ ...row, platformStatus: 11 })?.map(({ says }) => says)).toEqual([
    '审核通过',
    '商城',
    '上架后商城即可销售',
  ])
  expect(shelfWay({ ...row, channels: [] })?.[2]).toEqual({ title: '上架', state: 'later', says: '' })
})

test('on the shelf and in the bin there is no next step', () => {
  expect(shelfWay({ ...row, platformStatus: 5 })).toBeNull()
  expect(shelfWay({ ...row, isRecycle: 1 })).toBeNull()
})
