import { documentStates } from '#kit/shared/document.ts'
import { stateTable } from '#kit/shared/states.ts'
import { EXEC_STATES } from './priceDocument.ts'
import { PRICE_KINDS } from './priceKinds.ts'

const codeOf = (path: string): string => path.slice(1).replaceAll('/', ':')

export const basePriceStates = documentStates(codeOf(PRICE_KINDS.basePrice.path))
export const saleInfoStates = documentStates(codeOf(PRICE_KINDS.saleInfo.path))
export const priceNoticeStates = documentStates(codeOf(PRICE_KINDS.priceNotice.path))

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
