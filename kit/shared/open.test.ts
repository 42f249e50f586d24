import { expect, test } from 'vitest'
import { get, post } from './call.ts'
import { openPermission } from './open.ts'

test('a call of applications stands below /open, and its scope is its permission', () => {
  const list = get('/open/order/list', { title: '订单', open: 'order' })
  expect(list).toMatchObject({ permission: 'open:order', open: 'order' })
  expect(list.customer).toBeUndefined()
  const known = post('/open/cart/save', { title: '购物车', open: 'any', customer: true })
  expect(known).toMatchObject({ permission: 'login', customer: true })
  expect(() => get('/admin/order/list', { title: '订单', open: 'order' })).toThrow('stands below /open')
  expect(openPermission('bank')).toBe('open:bank')
})

test('a call of customers is one of applications', () => {
  expect(() => get('/open/cart/list', { title: '购物车', customer: true })).toThrow(
    'says what it needs of them',
  )
})
