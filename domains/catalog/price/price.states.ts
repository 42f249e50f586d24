import { documentStates } from '#kit/shared/document.ts'
import { stateTable } from '#kit/shared/states.ts'
import { EXEC_STATES } from './priceDocument.ts'

export const BASE_PRICE = '/admin/product/basePrice'
export const SALE_INFO = '/admin/purpose/productSaleInfo'
export const PRICE_NOTICE = '/admin/purpose/priceNotice'

const codeOf = (path: string): string => path.slice(1).replaceAll('/', ':')

export const basePriceStates = documentStates(codeOf(BASE_PRICE))
export const saleInfoStates = documentStates(codeOf(SALE_INFO))
export const priceNoticeStates = documentStates(codeOf(PRICE_NOTICE))

/** What can be done with an approved price document; the rest comes with time. Catalog §4.2. */
export function execStates(path: string) {
  return stateTable('execStatus', EXEC_STATES, {
    revoke: {
      from: [0],
      to: 3,
      label: '撤回',
      permission: `${codeOf(path)}:revoke`,
      reason: '撤回原因',
      prompt: '撤回后单据中的价格不再生效，已通知的客户会收到撤回消息。',
      danger: true,
    },
  })
}
