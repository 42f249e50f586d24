import { choice, flag, int, text } from '#kit/fields/shared.ts'
import type { Call } from '#kit/shared/call.ts'
import { documentFields } from '#kit/shared/document.ts'
import type { Shape } from '#kit/shared/field.ts'
import { stateTable } from '#kit/shared/states.ts'

/** How far an approved price document has come; null before. Catalog §4.2. */
export const EXEC_STATES = [
  { value: 0, label: '待生效', means: 'runs' },
  { value: 1, label: '已生效', means: 'done' },
  { value: 2, label: '部分失败', means: 'wrong' },
  { value: 3, label: '已撤回', means: 'off' },
  { value: 4, label: '已失效', means: 'off' },
] as const

/** As many lines a document takes; as many codes can be pasted. */
export const MOST_LINES = 500

/** What the three price documents share. Catalog §4.2. */
export const priceDocumentFields = {
  lineCount: int('商品数', { readOnly: true, initial: 0, width: 70 }),
  goods: text('商品', { max: 100_000, readOnly: true, search: true, list: false, port: false }),
  execStatus: choice('执行状态', EXEC_STATES, { readOnly: true, filter: true, width: 86 }),
  /** a line was entered below the floor by somebody who may */
  belowFloor: flag('低于限价', { readOnly: true, initial: 0, list: false, port: false }),
  revokeReason: text('撤回原因', { max: 200, readOnly: true, list: false, port: false }),
  ...documentFields,
} satisfies Shape

/** What became of a line. */
export const lineResult = text('执行结果', { max: 100, readOnly: true, width: 120 })

/** What can be done with an approved price document; the rest comes with time. Catalog §4.2. */
export function execStates({ revoke }: { revoke: Call }) {
  return stateTable('execStatus', EXEC_STATES, {
    revoke: {
      from: [0],
      to: 3,
      label: '撤回',
      permission: revoke.permission,
      reason: '撤回原因',
      prompt: '撤回后单据中的价格不再生效，已通知的客户会收到撤回消息。',
      danger: true,
    },
  })
}
