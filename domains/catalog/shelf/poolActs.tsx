import { int } from '#kit/fields/shared.ts'
import type { Call } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import { canDo, closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { mayExamine } from '#kit/web/document/documentActs.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { TOUCHED } from '../product/touched.ts'
import { joinPool } from './joinPool.ts'
import { pickEditable } from './lineProducts.tsx'
import { openPoolForm } from './PoolForm.tsx'
import { poolCalls } from './pool.calls.ts'
import { integralStates, vipStates } from './pool.entity.ts'
import { recordExamine } from './shelf.addresses.ts'

/** A row of either pool. */
export type PoolRow = {
  id: number
  productId: number
  productName: string
  productCode: string
  auditStatus: number
  submitBy: number | null
  createBy: number | null
  onShelf: 0 | 1
  /** of those that points are exchanged for */
  giveIntegral?: unknown
}
/** Of which its actions look at these. */
export const READS = [
  'productId',
  'productName',
  'productCode',
  'auditStatus',
  'submitBy',
  'createBy',
  'onShelf',
  'giveIntegral',
] as const

type ById = Call<unknown, { id?: number }, unknown, unknown>
type Kind = 'pay' | 'integral'

function byProduct(
  call: ById,
  facts: { label: string; prompt: string; danger?: boolean; when(row: PoolRow): boolean },
): Act<PoolRow> {
  return callAct(call, {
    ...facts,
    input: (row) => ({ id: row.productId }),
    touches: TOUCHED,
  })
}

const isOff = (row: PoolRow) => row.onShelf === 0

const CALLS = {
  pay: {
    states: vipStates,
    save: poolCalls.saveVip,
    price: poolCalls.vipPrice,
    put: poolCalls.putPayOn,
    off: poolCalls.offPay,
    examine: poolCalls.examinePay,
    place: '付费区',
  },
  integral: {
    states: integralStates,
    save: poolCalls.saveIntegral,
    price: poolCalls.integralPrice,
    put: poolCalls.putIntegral,
    off: poolCalls.offIntegral,
    examine: poolCalls.examineIntegral,
    place: '积分区',
  },
}

/** What can be done with a row of a pool. Catalog §3.3, §3.5. */
function poolActs(kind: Kind): Act<PoolRow>[] {
  const { states, save, price, put, off, examine, place } = CALLS[kind]
  const noEdit = (row: PoolRow) =>
    isOff(row) ? closedBy(states, 'edit', row.auditStatus) : '商品已上架，请先下架'
  return [
    act({
      label: '编辑',
      permission: save,
      closed: noEdit,
      run: (row) => void openPoolForm(kind, row),
    }),
    act({
      label: '改价',
      permission: price,
      closed: noEdit,
      run: (row) => void openPoolForm(kind === 'pay' ? 'vipPrice' : 'integralPrice', row),
    }),
    byProduct(put, {
      label: '上架',
      prompt: `确定在${place}上架该商品吗？`,
      when: (row) => isOff(row) && row.auditStatus === 1,
    }),
    byProduct(off, {
      label: '下架',
      prompt: `下架后设置保留，确定从${place}下架该商品吗？`,
      when: (row) => row.onShelf === 1,
    }),
    act({
      label: '审核',
      permission: examine,
      when: (row) => mayExamine(states, row),
      run: (row) => goTo(recordExamine(kind, row.id)),
    }),
  ]
}

export const VIP_ACTS: readonly Act<PoolRow>[] = [
  ...poolActs('pay'),
  byProduct(poolCalls.offPaid, {
    label: '移出',
    prompt: '移出后会员价设置不再保留，确定移出付费商品吗？',
    danger: true,
    when: (row) => isOff(row) && canDo(vipStates, 'edit', row.auditStatus),
  }),
]

const giveShape = { giveIntegral: int('赠送积分', { required: true, help: '每购买一件赠送，0 为不赠送' }) }
const give = entity('giveIntegral', '赠送积分', giveShape, { title: 'giveIntegral' })

function askGive(rows: readonly PoolRow[]): void {
  const [first] = rows
  void openForm({
    of: give,
    calls: { save: poolCalls.giveIntegral },
    id: null,
    title: rows.length === 1 ? `赠送积分 ${first?.productName ?? ''}` : `赠送积分（${rows.length}个商品）`,
    ...(rows.length === 1 ? { initial: { giveIntegral: first?.giveIntegral } } : {}),
    complete: (input) => ({ ...input, ids: rows.map((row) => row.productId).join(',') }),
    success: '设置成功',
    touches: TOUCHED,
  })
}

export const INTEGRAL_ACTS: readonly Act<PoolRow>[] = [
  ...poolActs('integral'),
  act({ label: '赠送积分', permission: poolCalls.giveIntegral, run: (row) => askGive([row]) }),
]
export const INTEGRAL_BATCH: readonly Act<readonly PoolRow[]>[] = [
  act({ label: '赠送积分', permission: poolCalls.giveIntegral, run: askGive }),
]

/** 加入商品: chosen in a picker. */
export const joinAct = (kind: Kind): Act<void> =>
  act({
    label: '加入商品',
    primary: true,
    permission: kind === 'pay' ? poolCalls.putPaid : poolCalls.putIntegral,
    async run() {
      const picked = await pickEditable(kind)
      if (picked !== null) await joinPool(kind, picked)
    },
  })
