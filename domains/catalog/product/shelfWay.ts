import { stateLabel } from '#kit/shared/states.ts'
import type { Way } from '#kit/web/Way.tsx'
import { channelLabel } from './channelLabel.ts'
import { productStates } from './product.states.ts'
import { ON_SALE, shelfStates } from './shelf.states.ts'

export const NO_CHANNEL = '未设置渠道，设置渠道与价格后才能上架'
export const SET_CHANNELS = '设渠道与价格'

/** The place where the channels and prices of a product are set. */
export const channelForm = (id: number): string => `/store/product/edit/${id}?tab=sale`

const priceForm = (id: number): string => `/store/product/edit/${id}?tab=spec`

/** What the steps look at. */
export interface Stepping {
  readonly id: number
  readonly auditStatus: number
  readonly repoStatus: number
  readonly platformStatus: number
  readonly isRecycle: 0 | 1
  readonly channels: readonly unknown[]
  readonly attrValue: readonly { readonly isShow?: unknown; readonly price?: unknown }[]
  /** what its record lacks, in words */
  readonly missing: string
}

/** A step on the way of a product to the shelf. */
export interface ShelfStep {
  title: string
  /** `now`: it is the next one; `waits`: others have to act; `wrong`: something stands in its way; `later`: others come before it */
  state: 'done' | 'now' | 'waits' | 'wrong' | 'later'
  /** how it stands, or what is missing */
  says: string
  /** the page where it is done */
  way?: Way
  /** the action that does it */
  act?: 'submit' | 'setChannels' | 'putOnShell' | 'enable' | 'release'
}

const DRAFT = -1
const PASSED = 1
const REJECTED = 2
const DISABLED = 2
const FORBIDDEN = 13

/**
 * The way of a product from the repository to the shelf: 提交审核 → 设渠道与价格 → 上架, each step with how it stands and
 * the first open one with what does it; null when it is on sale or in the recycle bin. Screens §3.
 */
export function shelfWay(row: Stepping): readonly ShelfStep[] | null {
  const onSale = row.auditStatus === PASSED && row.platformStatus === ON_SALE
  if (row.isRecycle === 1 || onSale) return null
  const steps = [auditStep(row), channelStep(row), shelfStep(row)]
  const next = steps.findIndex(({ state }) => state !== 'done')
  return steps.map((step, index) =>
    index <= next || step.state === 'done' ? step : { title: step.title, state: 'later', says: '' },
  )
}

function auditStep({ id, auditStatus, missing }: Stepping): ShelfStep {
  const title = '提交审核'
  const says = stateLabel(productStates, auditStatus)
  const lacks = missing === '' ? '' : `，资料缺少：${missing}`
  if (auditStatus === DRAFT)
    return { title, state: 'now', says: `${says}，通过后才能上架${lacks}`, act: 'submit' }
  if (auditStatus === REJECTED)
    return {
      title,
      state: 'wrong',
      says: `${says}，修改后重新提交${lacks}`,
      way: { to: `/storerepo/repolist/creatProduct/${id}`, label: '修改商品' },
    }
  return { title, state: auditStatus === PASSED ? 'done' : 'waits', says }
}

function channelStep({ id, channels, attrValue }: Stepping): ShelfStep {
  const title = SET_CHANNELS
  const way = (to: string): Way => ({ to, label: SET_CHANNELS })
  if (channels.length === 0)
    return { title, state: 'now', says: '还没有销售渠道', way: way(channelForm(id)), act: 'setChannels' }
  if (!attrValue.some(({ isShow, price }) => isShow === 1 && Number(price) > 0))
    return { title, state: 'now', says: '在售规格还没有售价', way: way(priceForm(id)) }
  return { title, state: 'done', says: channels.map((one) => channelLabel(Number(one))).join('、') }
}

function shelfStep({ id, repoStatus, platformStatus }: Stepping): ShelfStep {
  const title = '上架'
  if (repoStatus === DISABLED)
    return { title, state: 'wrong', says: '商品已停用，启用后才能上架', act: 'enable' }
  if (platformStatus === FORBIDDEN)
    return {
      title,
      state: 'wrong',
      says: `${stateLabel(shelfStates, platformStatus)}，解除违规后才能上架`,
      act: 'release',
    }
  return {
    title,
    state: 'now',
    says: '上架后商城即可销售',
    way: { to: `/store/product/info/${id}`, label: '去上架' },
    act: 'putOnShell',
  }
}
