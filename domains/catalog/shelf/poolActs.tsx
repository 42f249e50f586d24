import type { Call } from '#kit/shared/call.ts'
import { canDo } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { mayExamine } from '#kit/web/document/documentActs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { TOUCHED } from '../product/touched.ts'
import { joinPool } from './joinPool.ts'
import { pickEditable } from './lineProducts.tsx'
import { openPoolForm } from './PoolForm.tsx'
import { poolCalls } from './pool.calls.ts'
import { integralStates, vipStates } from './pool.entity.ts'

/** A row of either pool. */
export interface PoolRow {
  readonly [name: string]: unknown
  id: number
  productId: number
  productName: string
  productCode: string
  auditStatus: number
  submitBy: number | null
  createBy: number | null
  onShelf: 0 | 1
}

type ById = Call<unknown, { id?: number }, unknown, unknown>

function byProduct(
  call: ById,
  facts: { label: string; prompt: string; danger?: boolean; when(row: PoolRow): boolean },
): Act<PoolRow> {
  return callAct<PoolRow, unknown, { id?: number }, unknown, unknown>(call, {
    ...facts,
    input: (row) => ({ id: row.productId }),
    touches: TOUCHED,
  })
}

const off = (row: PoolRow) => row.onShelf === 0

export const VIP_ACTS: readonly Act<PoolRow>[] = [
  act<PoolRow>({
    label: '编辑',
    permission: poolCalls.saveVip,
    when: (row) => off(row) && canDo(vipStates, 'edit', row.auditStatus),
    run: (row) => void openPoolForm('pay', row),
  }),
  act<PoolRow>({
    label: '改价',
    permission: poolCalls.vipPrice,
    when: (row) => off(row) && canDo(vipStates, 'edit', row.auditStatus),
    run: (row) => void openPoolForm('vipPrice', row),
  }),
  byProduct(poolCalls.putPayOn, {
    label: '上架',
    prompt: '确定在付费区上架该商品吗？',
    when: (row) => off(row) && row.auditStatus === 1,
  }),
  byProduct(poolCalls.offPay, {
    label: '下架',
    prompt: '确定从付费区下架该商品吗？',
    when: (row) => row.onShelf === 1,
  }),
  examineAct('pay', poolCalls.examinePay, vipStates),
  byProduct(poolCalls.offPaid, {
    label: '移出',
    prompt: '移出后会员价设置不再保留，确定移出付费商品吗？',
    danger: true,
    when: (row) => off(row) && canDo(vipStates, 'edit', row.auditStatus),
  }),
]

export const INTEGRAL_ACTS: readonly Act<PoolRow>[] = [
  act<PoolRow>({
    label: '编辑',
    permission: poolCalls.saveIntegral,
    when: (row) => off(row) && canDo(integralStates, 'edit', row.auditStatus),
    run: (row) => void openPoolForm('integral', row),
  }),
  act<PoolRow>({
    label: '改价',
    permission: poolCalls.integralPrice,
    when: (row) => off(row) && canDo(integralStates, 'edit', row.auditStatus),
    run: (row) => void openPoolForm('integralPrice', row),
  }),
  byProduct(poolCalls.putIntegral, {
    label: '上架',
    prompt: '确定在积分区上架该商品吗？',
    when: (row) => off(row) && row.auditStatus === 1,
  }),
  byProduct(poolCalls.offIntegral, {
    label: '下架',
    prompt: '下架后兑换设置保留，确定下架吗？',
    when: (row) => row.onShelf === 1,
  }),
  examineAct('integral', poolCalls.examineIntegral, integralStates),
]

function examineAct(
  type: 'pay' | 'integral',
  call: Call,
  states: typeof vipStates | typeof integralStates,
): Act<PoolRow> {
  return act<PoolRow>({
    label: '审核',
    permission: call,
    when: (row) => mayExamine(states, row),
    run: (row) => goTo(`/store/common/info/${type}/${row.id}`),
  })
}

/** 加入商品: chosen in a picker. */
export const joinAct = (kind: 'pay' | 'integral'): Act<void> =>
  act({
    label: '加入商品',
    primary: true,
    permission: kind === 'pay' ? poolCalls.putPaid : poolCalls.putIntegral,
    async run() {
      const picked = await pickEditable('edit', '')
      if (picked !== null) await joinPool(kind, picked)
    },
  })
