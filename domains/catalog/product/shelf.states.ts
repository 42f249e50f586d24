import type { Choice } from '#kit/shared/field.ts'
import { stateTable } from '#kit/shared/states.ts'

/** 已上架. */
export const ON_SALE = 5

/** How a product stands on the shelf of a channel; the product itself shows the strongest of its channels. */
export const SHELF_STATES = [
  { value: 0, label: '初始', means: 'off' },
  { value: ON_SALE, label: '已上架', means: 'done' },
  { value: 11, label: '商家下架', means: 'off' },
  { value: 13, label: '违规/风控下架', means: 'wrong' },
] as const satisfies readonly Choice[]
export type ShelfState = (typeof SHELF_STATES)[number]['value']

const PREFIX = 'admin:store:product'

/** Catalog §3.3, the shelf of a channel. */
export const shelfStates = stateTable('platformStatus', SHELF_STATES, {
  putOnShell: {
    from: [0, 11],
    to: 5,
    label: '上架',
    permission: `${PREFIX}:putOnShell`,
    prompt: '确定上架该商品吗？',
  },
  offShell: {
    from: [5],
    to: 11,
    label: '下架',
    permission: `${PREFIX}:offShell`,
    prompt: '确定下架该商品吗？',
  },
  violation: {
    from: [0, 5, 11],
    to: 13,
    label: '违规下架',
    permission: `${PREFIX}:violation`,
    reason: '下架原因',
    danger: true,
  },
  release: { from: [13], to: 11, label: '解除违规', permission: `${PREFIX}:release`, reason: '解除原因' },
})

/** What a product shows of its channels: on in any, else a violation in any, else taken off in any. Catalog §2.3. */
export function shelfOfAll(states: readonly ShelfState[]): ShelfState {
  const strongest: readonly ShelfState[] = [5, 13, 11]
  return strongest.find((state) => states.includes(state)) ?? 0
}
