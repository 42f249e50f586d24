import { expect, test } from 'vitest'
import { NOTHING_YET, type PutAway, withGoods, withSection } from './putAway.rules.ts'

const section = (id: number, more: object = {}) => ({
  ...{ id, warehouseId: 1, code: `A0${id}`, name: '存储区', barCode: `SEC-W-A0${id}` },
  ...more,
})
type State = PutAway<ReturnType<typeof section>>
const read = (skuId: number, ratio = 1, lotNo = '') => ({
  skuId,
  ratio,
  fault: '',
  lotNo,
  productionDate: '',
  expiryDate: '',
})
const next = (found: { next: State } | { to: object } | { fault: string }): State => {
  if (!('next' in found)) throw new Error(JSON.stringify(found))
  return found.next
}

test('W §7: whence, what and how much, whereto', () => {
  const from = next(withSection<ReturnType<typeof section>>(NOTHING_YET, section(1)))
  expect(from.from?.id).toBe(1)
  const one = next(withGoods(from, read(7), '牛奶', 1))
  const more = next(withGoods(one, read(7, 12, 'L2'), '牛奶', 2))
  expect(more).toMatchObject({ goods: { skuId: 7 }, qty: 25, lotNo: 'L2' })
  expect(withSection(more, section(2))).toMatchObject({ to: { id: 2 } })
  expect(withSection(more, section(1))).toEqual({ fault: '移出库区与移入库区不能相同' })
  expect(withSection(more, section(3, { warehouseId: 2 }))).toEqual({ fault: '库区不属于该仓库' })
  expect(withGoods(more, read(8), '酸奶', 1)).toEqual({ fault: '请先扫移入库区，再扫其他商品' })
  expect(withGoods(more, read(7, 1, 'L3'), '牛奶', 1)).toEqual({ fault: '请先扫移入库区，再扫其他批次' })
})

test('W §7: without goods another section takes the place of the first', () => {
  expect(withGoods<never>(NOTHING_YET, read(7), '牛奶', 1)).toEqual({ fault: '请先扫移出库区' })
  const from = next(withSection<ReturnType<typeof section>>(NOTHING_YET, section(1)))
  expect(next(withSection(from, section(2))).from?.id).toBe(2)
})
