// What the specification of commerce fixes by value: lists of states, names of fields, calls. Each list has one owner.
import { describe, expect, test } from 'vitest'
import { SHELF_STATES } from '#domains/catalog/product/shelf.states.ts'
import { SEND_STATES } from '#domains/parties/level/equity/equity.entity.ts'
import { CONTRACT_STATES } from '#domains/parties/partner/validity.rules.ts'
import { CATEGORY_TYPES } from '#domains/settings/category.entity.ts'
import { decimal, percent, text } from '#kit/fields/shared.ts'
import { AUDIT_STATES } from '#kit/shared/document.ts'
import type { Field } from '#kit/shared/field.ts'
import { SAP_SYNC } from '#kit/shared/sap.ts'
import { MAX_PERCENT } from '#kit/shared/text.ts'
import { rooms } from '../app/domains.ts'

const entities = new Map(rooms.flatMap((room) => room.facts.entities).map((one) => [one.name, one]))
const served = new Set(rooms.flatMap((room) => room.served).map(({ call }) => `${call.method} ${call.path}`))
const fieldsOf = (name: string) => Object.keys(entities.get(name)?.all ?? {})
const valuesOf = (list: readonly { value: number | string; label: string }[]) =>
  Object.fromEntries(list.map(({ value, label }) => [value, label]))
const said = (field: Field, value: unknown): string | null => {
  const result = field.schema.safeParse(value)
  return result.success ? null : (result.error.issues[0]?.message ?? '')
}

test('C-008: the fields of a category', () => {
  expect(fieldsOf('category')).toEqual(
    expect.arrayContaining(['id', 'pid', 'name', 'type', 'status', 'sort', 'extra', 'url']),
  )
})

test('C-009: the types of categories', () => {
  expect(CATEGORY_TYPES.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('C-011, C-012, C-013: the calls of stores and their staff', () => {
  const calls = ['list', 'getCount', 'info', 'update/status', 'delete', 'completely/delete', 'recovery'].map(
    (one) => `GET /admin/system/store/${one}`,
  )
  const staff = ['list', 'info', 'delete', 'update/status'].map(
    (one) => `GET /admin/system/store/staff/${one}`,
  )
  const changes = ['save', 'update', 'staff/save', 'staff/update', 'order/list'].map(
    (one) => `POST /admin/system/store/${one}`,
  )
  expect([...calls, ...staff, ...changes].filter((one) => !served.has(one))).toEqual([])
})

test('C-014: a relation of a term carries its bindTermsType', () => {
  expect(fieldsOf('termsRelation')).toEqual(expect.arrayContaining(['bindTermsType', 'bindId']))
})

describe('lists of states', () => {
  test('C-038: the platform status of a product', () => {
    expect(valuesOf(SHELF_STATES)).toEqual({ 0: '初始', 5: '已上架', 11: '商家下架', 13: '违规/风控下架' })
  })
  test('C-039: how far the copy in SAP is', () => {
    expect(valuesOf(SAP_SYNC)).toEqual({ 0: '待同步', 1: '同步成功', 2: '同步失败' })
  })
  test('C-040: audit status', () => {
    expect(valuesOf(AUDIT_STATES)).toMatchObject({ 0: '待审核', 1: '审核通过', 2: '审核驳回', 3: '审核中' })
  })
  test('C-041: send status', () => {
    expect(valuesOf(SEND_STATES)).toEqual({ 0: '待发送', 1: '已发送' })
  })
  test('C-042: contract status', () => {
    expect(valuesOf(CONTRACT_STATES)).toEqual({ 0: '未开始', 1: '正常', 2: '即将到期', 3: '已结束' })
  })
  test('C-043: shown or hidden, deleted or not, are 1 and 0', () => {
    for (const [name, field] of [
      ['store', 'isShow'],
      ['product', 'isShow'],
      ['product', 'isDel'],
    ] as const) {
      const flag = entities.get(name)?.all[field]
      expect(flag?.type).toBe('flag')
      expect(flag?.json).toMatchObject({ enum: [0, 1] })
    }
  })
})

describe('checks of inputs', () => {
  test('C-044: a required text that is empty', () => {
    expect(said(text('规格名称', { max: 20, required: true }), '')).toBe('请输入规格名称')
  })
  test('C-045: a number has at most two decimals', () => {
    const field = decimal('重量', { decimals: 2 })
    for (const good of ['0', '12', '12.5', '0.05', '7.25']) expect(said(field, good)).toBeNull()
    for (const bad of ['abc', '1.234', '1.', '--1']) expect(said(field, bad)).toBe('重量格式不正确')
  })
  test('C-047: the largest percent', () => {
    expect(MAX_PERCENT).toBe(99.99)
    expect(said(percent('折扣'), '99.99')).toBeNull()
    expect(said(percent('折扣'), '100')).toBe('折扣不能大于99.99')
  })
})
