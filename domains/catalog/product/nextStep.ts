import type { Way } from '#kit/web/Way.tsx'

export const NO_CHANNEL = '未设置渠道，设置渠道与价格后才能上架'
export const SET_CHANNELS = '设渠道与价格'

/** The place where the channels and prices of a product are set. */
export const channelForm = (id: number): string => `/store/product/edit/${id}?tab=sale`

/** What the steps look at. */
export interface Stepping {
  readonly id: number
  readonly auditStatus: number
  readonly platformStatus: number
  readonly isRecycle: 0 | 1
  readonly channels: readonly unknown[]
}

interface Step {
  /** what is to be done, or waited for */
  text: string
  /** the page where it is done; undefined: it is waited for, or done where the product is edited */
  way?: Way
  /** the action that does it */
  act?: 'submit' | 'putOnShell'
}

const DRAFT = -1
const PASSED = 1
const REJECTED = 2
const NEVER_ON = 0
const PUT_OFF = 11

/**
 * What a product needs next on its way from the repository to the shelf: 提交审核 → 设渠道与价格 → 上架; null when it is
 * on sale or may not be sold. Screens §3.
 */
export function nextStep(row: Stepping): Step | null {
  if (row.isRecycle === 1) return null
  if (row.auditStatus === DRAFT) return { text: '提交审核，通过后才能上架', act: 'submit' }
  if (row.auditStatus === REJECTED)
    return {
      text: '审核未通过，修改后重新提交',
      way: { to: `/storerepo/repolist/creatProduct/${row.id}`, label: '修改商品' },
    }
  if (row.auditStatus !== PASSED) return { text: '等待审核，通过后设渠道与价格' }
  if (row.channels.length === 0)
    return { text: '设渠道与价格，之后上架', way: { to: channelForm(row.id), label: SET_CHANNELS } }
  if (row.platformStatus === NEVER_ON || row.platformStatus === PUT_OFF)
    return {
      text: '上架，商城即可销售',
      way: { to: `/store/product/info/${row.id}`, label: '去上架' },
      act: 'putOnShell',
    }
  return null
}
