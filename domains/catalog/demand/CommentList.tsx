import { PlusOutlined } from '@ant-design/icons'
import { Rate } from 'antd'
import { choice, flag, text } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { ask } from '#kit/web/ask.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { fieldFilter, type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { toastInfo } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { productReply, VIRTUAL } from './productReply.entity.ts'
import { replyCalls } from './reply.calls.ts'
import { SCORE_KINDS } from './reply.rules.ts'
import { SkuOfProduct } from './SkuOfProduct.tsx'
import './demand.css'

const READS = [
  'comment',
  'isReply',
  'nickname',
  'pics',
  'productName',
  'productScore',
  'replyType',
  'serviceScore',
  'merchantReplyContent',
] as const
type Row = RowSeen<typeof replyCalls.list, typeof READS>

const SHOW = [
  'productName',
  'nickname',
  'productScore',
  'comment',
  'merchantReplyContent',
  'createTime',
  'isShow',
]

const SUBJECT = { name: 'productName', picture: 'image' }

const stars = (score: number) => <Rate disabled value={score} className="d-rate" aria-label={`${score}分`} />

const COLUMNS = {
  productName: { title: '商品信息', width: 160 },
  sku: { width: 90 },
  nickname: {
    width: 120,
    render: (row: Row) => (
      <>
        {row.nickname} {row.replyType === VIRTUAL && <StateTag label="虚拟" />}
      </>
    ),
  },
  productScore: { title: '商品评分', width: 115, render: (row: Row) => stars(row.productScore) },
  serviceScore: { title: '服务评分', width: 115, render: (row: Row) => stars(row.serviceScore) },
  comment: {
    title: '评价内容',
    width: 220,
    render: (row: Row) => (
      <>
        <span className="d-words">{row.comment}</span>
        {row.pics.length > 0 && (
          <FieldCell field={productReply.shape.pics} name="pics" value={row.pics} row={row} wide />
        )}
      </>
    ),
  },
  merchantReplyContent: { width: 150 },
  createTime: { title: '评价时间', width: 140 },
  isShow: {
    width: 70,
    render: (row: Row) => (
      <StatusSwitch
        field={productReply.shape.isShow}
        name="isShow"
        row={row}
        call={replyCalls.status}
        input={(on) => ({ id: String(row.id), status: on ? 1 : 0 })}
      />
    ),
  },
}

const { isReply, replyType, isShow } = productReply.shape
const FILTERS = [
  fieldFilter('productSearch', text('商品', { max: 100 })),
  fieldFilter('isReply', isReply),
  fieldFilter('score', choice('评分', SCORE_KINDS)),
  fieldFilter('hasPics', flag('有图', { texts: ['有图', '无图'] })),
  fieldFilter('replyType', replyType),
  fieldFilter('isShow', isShow),
]

async function reply(rows: readonly Row[]) {
  const merchantReplyContent = await ask({
    title: rows.length === 1 ? '回复评论' : `回复${rows.length}条评论`,
    text: rows.some((row) => row.isReply === 1) ? '已回复的评论，新的回复会替换原来的回复' : '',
    initial: rows.length === 1 ? (rows[0]?.merchantReplyContent ?? '') : '',
    max: 512,
    long: true,
  })
  if (merchantReplyContent === null) return
  const ids = rows.map((row) => row.id).join(',')
  await change(replyCalls.comment, { ids, merchantReplyContent }, { success: '回复成功' })
}

const ids = (rows: readonly Row[]) => rows.map((row) => row.id).join(',')

const ACTIONS: readonly Act<Row>[] = [
  act({ label: '回复', permission: replyCalls.comment, run: (row) => reply([row]) }),
  callAct(replyCalls.remove, {
    label: '删除',
    danger: true,
    prompt: (row) => `确定删除“${row.nickname}”的评论吗？`,
    input: (row) => ({ id: String(row.id) }),
    success: '删除成功',
  }),
]

const showing = (status: 0 | 1): Act<readonly Row[]> =>
  callAct(replyCalls.status, {
    label: status === 1 ? '显示' : '隐藏',
    input: (rows) => ({ id: ids(rows), status }),
  })

const BATCH: readonly Act<readonly Row[]>[] = [
  act({ label: '回复', permission: replyCalls.comment, run: reply }),
  showing(1),
  showing(0),
  callAct(replyCalls.remove, {
    label: '删除',
    danger: true,
    prompt: (rows) => `确定删除选中的${rows.length}条评论吗？`,
    input: (rows) => ({ id: ids(rows) }),
    success: '删除成功',
  }),
]

const ADD = '新增虚拟评论'
const FORM = {
  of: productReply,
  calls: replyCalls,
  id: null,
  title: ADD,
  groups: [
    {
      fields: ['productId', 'skuId', 'nickname', 'avatar', 'productScore', 'serviceScore', 'comment', 'pics'],
    },
  ],
  inputs: { skuId: { Input: SkuOfProduct } },
  initial: { productScore: 5, serviceScore: 5 },
  // A specification of another product is none of this one's.
  derive: (name: string): WireRow | undefined => (name === 'productId' ? { skuId: null } : undefined),
  told: (answer: unknown) => {
    if (typeof answer === 'object' && answer !== null && 'isHeld' in answer && answer.isHeld === true)
      toastInfo('评论含有需要审核的内容，审核放行后显示')
  },
}

const TOP = [
  act({
    label: ADD,
    icon: <PlusOutlined />,
    primary: true,
    permission: replyCalls.save,
    run: () => void openForm(FORM),
  }),
]
const CALLS = { list: replyCalls.list, exportRows: replyCalls.exportRows }

/** 商品评论. Catalog §3.6. */
export default function CommentList() {
  return (
    <ListPage
      reads={READS}
      of={productReply}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated="评价时间"
      top={TOP}
      actions={ACTIONS}
      batch={BATCH}
      empty="还没有评论，买家评价后在这里回复，也可以新增虚拟评论"
    />
  )
}
