import type { Call } from '#kit/shared/call.ts'
import { canDo, closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { ask } from '#kit/web/ask.tsx'
import { batchAct, eachRow } from '#kit/web/batch.ts'
import { confirmForever } from '#kit/web/confirm.tsx'
import { mayDecide } from '#kit/web/document/mayDecide.ts'
import { tellSubmitted } from '#kit/web/document/submitted.tsx'
import { exportRows } from '#kit/web/list/exportRows.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { currentSession } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import { recordExamine } from '../shelf/shelf.addresses.ts'
import { editStock, openDeleted, openExamine, openProductLog, shelve } from './dialogs.ts'
import { LABELS, type LabelKind } from './labels.ts'
import { storeCalls } from './product.calls.ts'
import { productStates, repoStates } from './product.states.ts'
import { historyCalls, repoCalls } from './repo.calls.ts'
import type { Shelved } from './ShelfDialog.tsx'
import { shelfStates } from './shelf.states.ts'
import { channelForm, NO_CHANNEL, SET_CHANNELS } from './shelfWay.ts'
import { TOUCHED } from './touched.ts'

/** What the actions look at. */
export type ProductTarget = Shelved & {
  readonly [name: string]: unknown
  auditStatus: number
  repoStatus: number
  platformStatus: number
  isShow: 0 | 1
  isRecycle: 0 | 1
  stockMode: 0 | 1
  submitBy: number | null
  createBy: number | null
}

const touches = TOUCHED
const ON = 1 as const
const OFF = 0 as const

const me = () => currentSession().person?.id ?? 0
const live = (row: ProductTarget) => row.isRecycle === 0

/** The page of a product in the repository, where whoever may hand it in may read it. */
export const repoPageOf = (id: number): string => `/storerepo/repolist/creatProduct/${id}/1`

/** Says that a product was handed in, and who decides it now. Screens §5. */
export const tellHandedIn = (id: number): Promise<void> =>
  tellSubmitted({ businessType: 'product', businessId: id }, repoPageOf(id))
const undecided = (row: ProductTarget) => live(row) && canDo(productStates, 'pass', row.auditStatus)

/** Why it is not edited; null when it is. */
export const noEdit = (row: ProductTarget): string | null =>
  live(row) ? closedBy(productStates, 'edit', row.auditStatus) : '商品在回收站，请先恢复'

export const canEdit = (row: ProductTarget): boolean => noEdit(row) === null

const onShelf = (row: ProductTarget) => row.isShow === 1
const untilOff = (row: ProductTarget) => (onShelf(row) ? '商品已上架，请先下架' : null)
/** Off every shelf, and not because of a violation: it may be put on one. */
const canPutOn = (row: ProductTarget) =>
  live(row) && row.auditStatus === 1 && canDo(shelfStates, 'putOnShell', row.platformStatus)

const canPush = (row: ProductTarget) => live(row) && row.auditStatus === 1

export const submitAct: Act<ProductTarget> = stateAct(productStates, 'submit', repoCalls.submit, {
  input: ({ id }) => ({ id }),
  when: live,
  said: ({ id }) => tellHandedIn(id),
  touches,
})

export const withdrawAct: Act<ProductTarget> = stateAct(productStates, 'withdraw', repoCalls.withdraw, {
  input: ({ id }) => ({ id }),
  when: (row) => live(row) && (row.submitBy ?? row.createBy) === me(),
  touches,
})

export const examineAct: Act<ProductTarget> = act({
  label: '审核',
  permission: historyCalls.examine,
  when: (row) => undecided(row) && mayDecide(row),
  run: ({ id }) => openExamine([id]),
})

/** On the page of the product, which only shows: the way to the page where it is decided. Frame §5. */
export const toExamineAct: Act<ProductTarget> = act({
  label: '审核',
  primary: true,
  permission: historyCalls.examine,
  when: (row) => undecided(row) && mayDecide(row),
  run: ({ id }) => goTo(recordExamine('product', id)),
})

export const enableAct: Act<ProductTarget> = stateAct(repoStates, 'enable', repoCalls.status, {
  input: ({ id }) => ({ id, status: ON }),
  when: live,
  touches,
})

export const disableAct: Act<ProductTarget> = stateAct(repoStates, 'disable', repoCalls.status, {
  input: ({ id }) => ({ id, status: OFF }),
  when: live,
  off: untilOff,
  touches,
})

export const logAct: Act<ProductTarget> = act({
  label: '操作日志',
  permission: historyCalls.log,
  run: (row) => void openProductLog(row),
})

export const putOnAct: Act<ProductTarget> = act({
  label: '上架',
  permission: storeCalls.putOnShell,
  when: canPutOn,
  off: (row) =>
    row.channels.length === 0 ? { reason: NO_CHANNEL, to: channelForm(row.id), label: SET_CHANNELS } : null,
  run: (row) => shelve([row], 'putOnShell'),
})

/** In the repository, whose own form knows no channels. Screens §3. */
export const setChannelsAct: Act<ProductTarget> = act({
  label: SET_CHANNELS,
  permission: storeCalls.update,
  when: (row) => canPutOn(row) && row.channels.length === 0,
  run: ({ id }) => goTo(channelForm(id)),
})

export const putOffAct: Act<ProductTarget> = act({
  label: '下架',
  permission: storeCalls.offShell,
  when: (row) => live(row) && onShelf(row),
  run: (row) => shelve([row], 'offShell'),
})

const canTakeOff = (row: ProductTarget) =>
  live(row) &&
  row.auditStatus === 1 &&
  row.channels.length > 0 &&
  canDo(shelfStates, 'violation', row.platformStatus)

export const violationAct: Act<ProductTarget> = stateAct(shelfStates, 'violation', storeCalls.violation, {
  input: ({ id }, reason) => ({ ids: String(id), reason }),
  when: canTakeOff,
  touches,
})

export const releaseAct: Act<ProductTarget> = stateAct(shelfStates, 'release', storeCalls.release, {
  input: ({ id }, reason) => ({ id, reason }),
  when: (row) => live(row) && canDo(shelfStates, 'release', row.platformStatus),
  touches,
})

/** Goods of a warehouse have their stock there. Catalog D4. */
export const stockAct: Act<ProductTarget> = act({
  label: '编辑库存',
  permission: storeCalls.update,
  when: (row) => row.stockMode === 1,
  closed: noEdit,
  run: (row) => editStock(row),
})

export const pushSapAct: Act<ProductTarget> = callAct(repoCalls.pushSap, {
  label: '推送SAP',
  when: canPush,
  prompt: '确定将该商品推送到SAP吗？',
  success: '已加入SAP队列',
  input: ({ id }) => ({ id }),
  touches,
})

const undo = {
  call: storeCalls.restore,
  run: ({ id }: ProductTarget) => change(storeCalls.restore, { id }, { success: '已恢复', touches }),
}

/** 加入回收站, by the call of the side the list belongs to. */
export const recycleAct: Act<ProductTarget> = stateAct(productStates, 'remove', storeCalls.remove, {
  input: ({ id }) => ({ id, type: 'recycle' }),
  when: live,
  off: untilOff,
  success: '已加入回收站',
  undo,
  touches,
})

export const repoRemoveAct: Act<ProductTarget> = callAct(repoCalls.remove, {
  label: '删除',
  danger: true,
  prompt: '确定将该商品加入回收站吗？',
  input: ({ id }) => ({ id: String(id) }),
  when: live,
  off: untilOff,
  success: '已加入回收站',
  undo,
  touches,
})

export const restoreAct: Act<ProductTarget> = callAct(storeCalls.restore, {
  label: '恢复',
  prompt: '确定恢复该商品吗？恢复后进入仓库中商品',
  input: ({ id }) => ({ id }),
  when: (row) => row.isRecycle === 1,
  touches,
})

export const deleteAct: Act<ProductTarget> = act({
  label: '彻底删除',
  danger: true,
  permission: storeCalls.remove,
  when: (row) => row.isRecycle === 1,
  async run({ id }) {
    if (!(await confirmForever())) return
    await request(storeCalls.remove, { id, type: 'delete' }, { success: '删除成功' })
    await invalidate(...TOUCHED)
  },
})

/** 已删除 → 回收站. Catalog §3.3. */
export const deletedAct: Act<void> = act({
  label: '找回已删除商品',
  permission: storeCalls.recover,
  run: () => void openDeleted(),
})

type Many = readonly ProductTarget[]

const printLabels = (rows: Many, kind: LabelKind) =>
  goTo(`${LABELS}?ids=${rows.map((row) => row.id).join(',')}&kind=${kind}`)

const printAct = (label: string, kind: LabelKind): Act<ProductTarget> =>
  act({ label, permission: repoCalls.barcodes, run: (row) => printLabels([row], kind) })

const batchPrint = (label: string, kind: LabelKind): Act<Many> =>
  act({ label, permission: repoCalls.barcodes, run: (rows) => printLabels(rows, kind) })

export const printCodesAct = printAct('打印条码', 'code')
export const printTagsAct = printAct('打印价签', 'price')
export const batchPrintCodes = batchPrint('打印条码', 'code')
export const batchPrintTags = batchPrint('打印价签', 'price')

/** What a product is called where it is told among others. */
export const nameOf = ({ productCode, storeName }: { productCode: string; storeName: string }): string =>
  `${productCode} ${storeName}`

/** Asks a call for each of the chosen products that the action fits. */
function batchEach(
  label: string,
  permission: Call,
  of: Act<ProductTarget>,
  prompt: (rows: Many) => string,
  work: (row: ProductTarget) => Promise<unknown>,
): Act<Many> {
  return batchAct({
    label,
    permission,
    danger: of.danger ?? false,
    of,
    nameOf,
    prompt,
    run: async (rows, others) => {
      await eachRow({ rows, label: of.label, nameOf, work, others })
      await invalidate(...TOUCHED)
    },
  })
}

const batchShelve = (action: 'putOnShell' | 'offShell', of: Act<ProductTarget>): Act<Many> =>
  batchAct({
    label: `批量${of.label}`,
    permission: storeCalls[action],
    of,
    nameOf,
    run: (rows, others) => shelve(rows, action, others),
  })

export const batchPutOn = batchShelve('putOnShell', putOnAct)
export const batchPutOff = batchShelve('offShell', putOffAct)

export const batchExamine = batchAct({
  label: '批量审核',
  permission: historyCalls.examine,
  of: examineAct,
  nameOf,
  run: async (rows) => {
    await openExamine(rows.map((row) => row.id))
    await invalidate(...TOUCHED)
  },
})

export const batchSubmit = batchEach(
  '批量提交',
  repoCalls.submit,
  submitAct,
  (rows) => `确定提交选中的${rows.length}个商品吗？提交后不能修改`,
  ({ id }) => request(repoCalls.submit, { id }, { quiet: true }),
)

export const batchDisable = batchEach(
  '批量停用',
  repoCalls.status,
  disableAct,
  (rows) => `停用后不能上架和采购，确定停用选中的${rows.length}个商品吗？`,
  ({ id }) => request(repoCalls.status, { id, status: OFF }, { quiet: true }),
)

export const batchViolation = batchAct({
  label: '批量违规下架',
  permission: storeCalls.violation,
  danger: true,
  of: violationAct,
  nameOf,
  async run(rows, others) {
    const reason = await ask({ title: '下架原因', max: 200, long: true, danger: true })
    if (reason === null) return
    await eachRow({
      rows,
      label: violationAct.label,
      nameOf,
      work: ({ id }) => request(storeCalls.violation, { ids: String(id), reason }, { quiet: true }),
      others,
    })
    await invalidate(...TOUCHED)
  },
})

export const batchPushSap = batchEach(
  '批量推送SAP',
  repoCalls.pushSap,
  pushSapAct,
  (rows) => `确定将选中的${rows.length}个商品推送到SAP吗？`,
  ({ id }) => request(repoCalls.pushSap, { id }, { quiet: true }),
)

/** 导出 of the chosen rows. */
export const batchExport = (call: typeof storeCalls.exportRows | typeof repoCalls.exportRows): Act<Many> =>
  act({
    label: '导出选中',
    permission: call,
    run: (rows) => exportRows(call, { ids: rows.map((row) => row.id).join(',') }),
  })

export const batchDelete = batchEach(
  '批量彻底删除',
  storeCalls.remove,
  deleteAct,
  (rows) => `确定永久删除选中的${rows.length}个商品`,
  ({ id }) => request(storeCalls.remove, { id, type: 'delete' }, { quiet: true }),
)

export const batchRecycle = batchEach(
  '批量加入回收站',
  storeCalls.remove,
  recycleAct,
  (rows) => `确定将选中的${rows.length}个商品加入回收站吗？`,
  ({ id }) => request(storeCalls.remove, { id, type: 'recycle' }, { quiet: true }),
)

export const batchRestore = batchEach(
  '批量恢复',
  storeCalls.restore,
  restoreAct,
  (rows) => `确定恢复选中的${rows.length}个商品吗？`,
  ({ id }) => request(storeCalls.restore, { id }, { quiet: true }),
)
