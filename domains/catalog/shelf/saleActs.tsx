import type { CHANNELS } from '#domains/settings/settings.shared.ts'
import { dict, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { canDo } from '#kit/shared/states.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { batchAct, eachRow, type Failure } from '#kit/web/batch.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { type InputProps, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import type { Errors } from '#kit/web/form/errors.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { invalidate } from '#kit/web/query.ts'
import { refFacts } from '#kit/web/refs.ts'
import { request } from '#kit/web/request.ts'
import { storeCalls } from '../product/product.calls.ts'
import { productChannel } from '../product/productChannel.entity.ts'
import { shelfStates } from '../product/shelf.states.ts'
import { TOUCHED } from '../product/touched.ts'
import { channelCalls } from './channel.calls.ts'
import { VisibleInput } from './VisibleInput.tsx'
import { NAMED_SCOPES } from './visible.ts'

/** What the list shows and looks at of each row. */
export const READS = [
  'productId',
  'productName',
  'productCode',
  'title',
  'channelId',
  'platformStatus',
  'visibleScope',
  'visibleIds',
  'showTime',
  'offTime',
] as const
export type Listing = RowSeen<typeof channelCalls.list, typeof READS>
type ShelfAction = 'putOnShell' | 'offShell'
type ChannelId = (typeof CHANNELS)[number]['value']

const callOf = (action: ShelfAction) =>
  action === 'putOnShell' ? storeCalls.putOnShell : storeCalls.offShell

const nameOf = ({ productCode, productName }: Listing): string => `${productCode} ${productName}`

async function put(rows: readonly Listing[], action: ShelfAction, others: readonly Failure[]): Promise<void> {
  await eachRow({
    rows,
    label: shelfStates.actions[action].label,
    nameOf,
    work: async (row, fail) => {
      const channelId: ChannelId = row.channelId
      const answer = await request(callOf(action), { id: row.productId, channelId }, { quiet: true })
      for (const { reason } of answer.fail) fail({ name: nameOf(row), reason })
    },
    others,
  })
  await invalidate(...TOUCHED)
}

/** 上架 or 下架 of a product in this channel only. */
export const putListing = (action: ShelfAction): Act<Listing> => {
  const { label } = shelfStates.actions[action]
  return act({
    label,
    permission: callOf(action),
    when: (row) => canDo(shelfStates, action, row.platformStatus),
    run: async (row) => {
      if (await confirm(`确定${label}选中的1个可售商品吗？`)) await put([row], action, [])
    },
  })
}

export const batchPut = (action: ShelfAction): Act<readonly Listing[]> => {
  const { label } = shelfStates.actions[action]
  return batchAct({
    label: `批量${label}`,
    permission: callOf(action),
    of: putListing(action),
    nameOf,
    prompt: (rows) => `确定${label}选中的${rows.length}个可售商品吗？`,
    run: (rows, others) => put(rows, action, others),
  })
}

const { title, minQty, stepQty, maxQty, sort, deliveryWarehouse, showTime, offTime } = productChannel.shape
const namedField = (scope: string) => `${scope}Ids`
const namedFields = () =>
  Object.fromEntries(
    NAMED_SCOPES.filter((scope) => refFacts(scope) !== undefined).map((scope) => [
      namedField(scope),
      refs('指定对象', scope, { required: true }),
    ]),
  )
const hidden = (name: string, values: WireRow) =>
  name !== 'visibleScope' && name !== namedField(String(values.visibleScope))
const limitsWrong = (values: WireRow): Errors => {
  const max = values.maxQty
  return max !== null && max !== undefined && max !== '' && Number(max) < Number(values.minQty)
    ? { maxQty: '单次上限不能小于起购数量' }
    : {}
}

/** 编辑: everything about a listing but its prices. */
export const editListing: Act<Listing> = act({
  label: '编辑',
  permission: channelCalls.update,
  run: (row) =>
    void openForm({
      of: productChannel,
      calls: { info: channelCalls.info, update: channelCalls.update },
      shape: { title, minQty, stepQty, maxQty, sort, deliveryWarehouse },
      id: row.id,
      title: `编辑可售商品 ${row.productName}`,
      check: limitsWrong,
      touches: TOUCHED,
    }),
})

const scopeField = dict('可见范围', 'visible_scope', { required: true })
const visible = entity('visible', '可见范围', { visibleScope: scopeField }, { title: 'visibleScope' })
const plan = entity('plan', '计划上下架', { showTime, offTime }, { title: 'showTime' })
const limits = entity('limits', '起购数量', { minQty, stepQty, maxQty }, { title: 'minQty' })

/** What the channels of the rows know. */
function ListingVisible(props: InputProps) {
  return <VisibleInput {...props} channels={textOf(useFormDraft().channels)} named />
}
const VISIBLE_INPUTS = { visibleScope: { Input: ListingVisible } }

function askVisible(rows: readonly Listing[]): void {
  const [first] = rows
  if (first === undefined) return
  const ids = rows.map((row) => row.id).join(',')
  const channels = [...new Set(rows.map((row) => row.channelId))].join(',')
  void openForm({
    of: visible,
    calls: { save: channelCalls.visible },
    id: null,
    title: `设置可见范围（${rows.length}个）`,
    shape: { visibleScope: scopeField, ...namedFields(), channels: text('渠道', { max: 50 }) },
    initial: {
      channels,
      visibleScope: first.visibleScope || 'all',
      [namedField(first.visibleScope)]: first.visibleIds,
    },
    inputs: VISIBLE_INPUTS,
    hidden,
    complete: ({ visibleScope: scope }, values) => ({
      ids,
      visibleScope: scope,
      visibleIds: values[namedField(String(scope))] ?? '',
    }),
    success: '设置成功',
    touches: TOUCHED,
  })
}

function askSchedule(rows: readonly Listing[]): void {
  const [first] = rows
  if (first === undefined) return
  const ids = rows.map((row) => row.id).join(',')
  const later = (at: number | null) => (at !== null && at * 1000 > Date.now() ? at : null)
  void openForm({
    of: plan,
    calls: { save: channelCalls.schedule },
    id: null,
    title: `计划上下架（${rows.length}个）`,
    initial: rows.length === 1 ? { showTime: later(first.showTime), offTime: later(first.offTime) } : {},
    check: (values): Errors =>
      values.showTime != null && values.offTime != null && Number(values.offTime) <= Number(values.showTime)
        ? { offTime: '计划下架须晚于计划上架' }
        : {},
    complete: (input) => ({ ...input, ids }),
    success: '设置成功，都留空则取消原有计划',
    touches: TOUCHED,
  })
}

export const visibleListing: Act<Listing> = act({
  label: '设置可见范围',
  permission: channelCalls.visible,
  run: (row) => askVisible([row]),
})
export const batchVisible: Act<readonly Listing[]> = act({
  label: '设置可见范围',
  permission: channelCalls.visible,
  run: askVisible,
})
export const scheduleListing: Act<Listing> = act({
  label: '定时',
  permission: channelCalls.schedule,
  run: (row) => askSchedule([row]),
})
export const batchSchedule: Act<readonly Listing[]> = act({
  label: '定时',
  permission: channelCalls.schedule,
  run: askSchedule,
})

export const batchLimits: Act<readonly Listing[]> = act({
  label: '设置起购',
  permission: channelCalls.limits,
  run: (rows) =>
    void openForm({
      of: limits,
      calls: { save: channelCalls.limits },
      id: null,
      title: `设置起购（${rows.length}个）`,
      check: limitsWrong,
      complete: (input) => ({ ...input, ids: rows.map((row) => row.id).join(',') }),
      success: '设置成功',
      touches: TOUCHED,
    }),
})
