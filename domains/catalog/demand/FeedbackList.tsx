import { PlusOutlined } from '@ant-design/icons'
import { ref } from '#kit/fields/shared.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { canDo } from '#kit/shared/states.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { MonthQtyInput, SkuOfPurpose } from './PurposeInputs.tsx'
import { feedbackCalls } from './purpose.calls.ts'
import { purposeFeedback } from './purpose.entity.ts'
import { feedbackStates } from './purpose.states.ts'

const READS = ['companyName', 'isOpen', 'monthQty', 'purposeTitle', 'status'] as const
type Row = RowSeen<typeof feedbackCalls.list, typeof READS>

const SHOW = ['purposeTitle', 'productName', 'companyName', 'monthQty', 'intendQty', 'status', 'createTime']

const SUBJECT = { name: 'purposeTitle' }
const COLUMNS = {
  monthQty: {
    width: 150,
    render: (row: Row) => (
      <>
        {Object.entries(row.monthQty)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([month, quantity]) => (
            <div key={month}>
              {month}：{quantity}
            </div>
          ))}
      </>
    ),
  },
  createTime: { title: '时间' },
}

const FILTERS: readonly ListFilter[] = [fieldFilter('purposeProductId', ref('意向', 'anyPurpose'))]

/** Keywords search what an entry refers to. */
const LISTED: Entity = {
  ...purposeFeedback,
  all: {
    ...purposeFeedback.all,
    monthQty: { ...purposeFeedback.all.monthQty, label: '意向、客户、商品', search: true },
  },
}

const FORM = {
  of: purposeFeedback,
  calls: feedbackCalls,
  groups: [{ fields: ['purposeProductId', 'companyId', 'shoudaId', 'skuId', 'monthQty', 'expectPrice'] }],
}
const INPUTS = { skuId: { Input: SkuOfPurpose }, monthQty: { Input: MonthQtyInput, wide: true } }
const FIXED = { disabled: true }

const create = () =>
  void openForm({
    ...FORM,
    id: null,
    title: '代录意向反馈',
    inputs: {
      ...INPUTS,
      shoudaId: { help: '留空为整个客户；同一客户、售达方和规格再次录入会替换原来的数量' },
    },
    // Another intention has other goods and months.
    derive: (name) =>
      name === 'purposeProductId'
        ? { skuId: null, monthQty: {} }
        : name === 'companyId'
          ? { shoudaId: null }
          : undefined,
  })
const edit = (row: Row) =>
  void openForm({
    ...FORM,
    id: row.id,
    inputs: {
      ...INPUTS,
      purposeProductId: FIXED,
      companyId: FIXED,
      shoudaId: FIXED,
      skuId: { ...INPUTS.skuId, ...FIXED },
    },
  })

const own = ({ id }: Row) => String(id)
const canEdit = (row: Row): boolean => row.isOpen === 1 && canDo(feedbackStates, 'accept', row.status)

const ACTIONS: readonly Act<Row>[] = [
  act({ label: '编辑', permission: feedbackCalls.update, when: canEdit, run: edit }),
  stateAct(feedbackStates, 'accept', feedbackCalls.accept, {
    input: (row) => ({ id: own(row) }),
    success: '已采纳',
  }),
  stateAct(feedbackStates, 'reply', feedbackCalls.reply, {
    input: (row, replyContent) => ({ id: own(row), replyContent }),
    success: '回复成功',
  }),
  stateAct(feedbackStates, 'reject', feedbackCalls.reject, {
    input: (row, replyContent) => ({ id: own(row), replyContent }),
    success: '已拒绝',
  }),
  callAct(feedbackCalls.remove, {
    label: '删除',
    danger: true,
    prompt: (row) => `确定删除“${row.companyName}”对“${row.purposeTitle}”的反馈吗？`,
    input: (row) => ({ id: own(row) }),
    success: '删除成功',
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  callAct(feedbackCalls.accept, {
    label: '批量采纳',
    prompt: (rows) => `确定采纳选中的${rows.length}条反馈吗？`,
    input: (rows) => ({ id: rows.map(own).join(',') }),
    success: '已采纳',
  }),
]
const TOP = [
  act({ label: '代录', icon: <PlusOutlined />, primary: true, permission: feedbackCalls.save, run: create }),
]
const CALLS = { list: feedbackCalls.list, exportRows: feedbackCalls.exportRows }
const IMPORTING = {
  bizType: 'purposeFeedback',
  title: '意向反馈',
  permission: feedbackCalls.importRows.permission,
}

/** 意向反馈: what customers want, with the sum of all pages. Catalog §4.3. */
export default function FeedbackList() {
  return (
    <ListPage
      reads={READS}
      of={LISTED}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      actions={ACTIONS}
      top={TOP}
      batch={BATCH}
      importing={IMPORTING}
      sums={(page) => ({ intendQty: 'totals' in page ? sumOf(page.totals) : '' })}
      empty="还没有意向反馈，客户在商城填写，也可以点击“代录”或“导入”"
    />
  )
}

const sumOf = (totals: unknown): string =>
  typeof totals === 'object' && totals !== null && 'intendQty' in totals ? String(totals.intendQty) : ''
