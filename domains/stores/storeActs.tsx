import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { CODES, STAFF_LIST } from './stores.addresses.ts'
import { staffCalls, storeCalls } from './stores.calls.ts'

/** What the actions need to know of a store. */
export interface StoreTarget {
  readonly [name: string]: unknown
  readonly id: number
  readonly name: string
  readonly isShow: 0 | 1
  readonly isRecycle: 0 | 1
  readonly waitingOrders: number
}

export const isLiving = (row: StoreTarget): boolean => row.isRecycle === 0

/** Asked before a store is hidden: its open orders stay. Catalog §5. */
export function hidePrompt({ name, waitingOrders }: StoreTarget): string {
  return waitingOrders === 0
    ? `隐藏后不能再选择“${name}”自提，确定隐藏吗？`
    : `“${name}”还有${waitingOrders}个待核销订单，隐藏后仍可核销，但不能再选择该门店自提，确定隐藏吗？`
}

export const staffAct: Act<StoreTarget> = act({
  label: '店员',
  permission: staffCalls.list,
  when: isLiving,
  run: ({ id }) => goTo(`${STAFF_LIST}/${id}`),
})

export const ordersAct: Act<StoreTarget> = act({
  label: '订单',
  permission: storeCalls.info,
  when: isLiving,
  run: ({ id }) => goTo(`/storeManagement/info/${id}?tab=orders`),
})

export const codeAct: Act<StoreTarget> = act({
  label: '二维码',
  permission: storeCalls.codes,
  when: isLiving,
  run: ({ id }) => goTo(`${CODES}?ids=${id}`),
})

export const recycleAct: Act<StoreTarget> = callAct(storeCalls.remove, {
  label: '删除',
  danger: true,
  when: isLiving,
  prompt: (row) =>
    row.waitingOrders === 0
      ? `确定删除门店“${row.name}”吗？删除后可在回收站恢复`
      : `“${row.name}”还有${row.waitingOrders}个待核销订单，删除后仍可核销，确定删除吗？`,
  input: ({ id }) => ({ id }),
  success: '删除成功',
})

export const recoverAct: Act<StoreTarget> = callAct(storeCalls.recovery, {
  label: '恢复',
  when: (row) => !isLiving(row),
  prompt: (row) => `恢复后“${row.name}”为隐藏状态，确定恢复吗？`,
  input: ({ id }) => ({ id }),
  success: '恢复成功',
})

export const eraseAct: Act<StoreTarget> = callAct(storeCalls.erase, {
  label: '彻底删除',
  danger: true,
  when: (row) => !isLiving(row),
  prompt: (row) => `彻底删除后不能恢复，确定彻底删除门店“${row.name}”吗？`,
  input: ({ id }) => ({ id }),
  success: '删除成功',
})
