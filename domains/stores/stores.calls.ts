import { z } from 'zod'
import { datetime, flag, int, money, quantity, text } from '#kit/fields/shared.ts'
import {
  type Answer,
  answerOf,
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  type Page,
  paging,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import { type Field, makeField, type RowOf, type WireOf, wrongFormat } from '#kit/shared/field.ts'
import { countOf, sameAs, through } from '#kit/shared/join.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { optionsCall } from '#kit/shared/standardCalls.ts'
import { store } from './store.entity.ts'
import { storeStaff } from './storeStaff.entity.ts'

const STORE = '/admin/system/store'
const STAFF = `${STORE}/staff`

/** Whoever may bring stores in by a sheet. Catalog §8.5. */
export const STORE_IMPORT = 'admin:system:store:import'
const changing = { change: true } as const
const one = { id: idField() }

/** On or off, also as the true and false of the specification. */
function switched(label: string): Field<0 | 1> {
  return makeField<0 | 1>({
    type: 'flag',
    label,
    facts: { required: true },
    empty: undefined,
    initial: undefined,
    json: { enum: [0, 1, true, false] },
    read(value) {
      const found = flag(label).schema.safeParse(value)
      return found.success && found.data !== null ? { value: found.data } : wrongFormat(label)
    },
  })
}

/** Tabs of the list: 1 显示中, 0 已隐藏, 2 回收站; without one all that are not in the recycle bin. */
const storeFilters = {
  status: text('状态', { max: 1, pattern: /^[012]$/ }),
  city: text('城市', { max: 255 }),
}
const storeInput = listInput(store, storeFilters)

export const storeRow = rowsOf(store, {
  staffCount: countOf(storeStaff, 'storeId', '店员数', { where: { status: 1 } }),
  waitingOrders: int('待核销订单', { initial: 0, width: 100 }),
})

/** What is printed below the QR code of a store, and where the code leads. */
const codeShape = {
  id: idField(),
  name: text('门店名称', { max: 100 }),
  image: text('门店logo', { max: 500 }),
  phone: text('手机号码', { max: 20 }),
  place: text('地址', { max: 600 }),
  dayTime: text('营业时间', { max: 11 }),
  link: text('链接', { max: 500 }),
}

/** Catalog §5. */
export const storeCalls = {
  list: get(`${STORE}/list`, { title: '门店列表', input: storeInput, answer: listAnswer(storeRow) }),
  getCount: get(`${STORE}/getCount`, {
    title: '门店数量',
    input: storeInput,
    answer: answerOf(z.object({ show: z.number(), hide: z.number(), recycle: z.number() })),
  }),
  info: get(`${STORE}/info`, { title: '门店详情', input: one, answer: rowAnswer(storeRow) }),
  save: post(`${STORE}/save`, { title: '新增门店', input: store.shape, answer: idAnswer }),
  update: patch(`${STORE}/update`, { title: '编辑门店', input: store.shape }),
  status: get(`${STORE}/update/status`, {
    title: '显示隐藏门店',
    input: { ...one, status: switched('状态') },
    ...changing,
  }),
  remove: get(`${STORE}/delete`, { title: '删除门店', input: one, ...changing }),
  recovery: get(`${STORE}/recovery`, { title: '恢复门店', input: one, ...changing }),
  erase: get(`${STORE}/completely/delete`, { title: '彻底删除门店', input: one, business: 3, ...changing }),
  exportRows: post(`${STORE}/export`, {
    title: '导出门店',
    input: { ...storeInput, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
  }),
  codes: get(`${STORE}/print`, {
    title: '门店二维码',
    input: { ids: idsField('门店', 200) },
    answer: rowsAnswer(codeShape),
  }),
  all: get(`${STORE}/all`, {
    title: '门店选项',
    permission: 'login',
    picks: 'store',
    input: {
      keywords: paging.keywords,
      ids: someIds(),
      /** of the ids those alone that can be chosen now */
      offered: flag('仅可选'),
      limit: paging.limit,
      /** only those that can be chosen for pick-up now */
      isPickup: flag('可自提'),
    },
    answer: optionsCall(STORE, '门店').answer,
  }),
}

export const staffRow = rowsOf(storeStaff, {
  account: through('uid', 'admin', sameAs('account', text('账号', { max: 32, width: 110 }))),
  verified: int('本月核销数', { initial: 0, width: 100 }),
})

/** Catalog §5. */
export const staffCalls = {
  list: get(`${STAFF}/list`, {
    title: '店员列表',
    input: listInput(storeStaff),
    answer: listAnswer(staffRow),
  }),
  info: get(`${STAFF}/info`, { title: '店员详情', input: one, answer: rowAnswer(staffRow) }),
  save: post(`${STAFF}/save`, { title: '新增店员', input: storeStaff.shape, answer: idAnswer }),
  update: patch(`${STAFF}/update`, { title: '编辑店员', input: storeStaff.shape }),
  status: get(`${STAFF}/update/status`, {
    title: '启停店员',
    input: { ...one, status: switched('状态') },
    ...changing,
  }),
  remove: get(`${STAFF}/delete`, { title: '删除店员', input: one, ...changing }),
  exportRows: post(`${STAFF}/export`, {
    title: '导出店员',
    input: { ...listInput(storeStaff), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
  }),
}

/** A pick-up order as the pages of a store show it. Orders §7.1. */
const pickupShape = {
  id: idField(),
  orderSn: text('订单号', { max: 30 }),
  storeId: int('门店', { initial: 0 }),
  storeName: text('门店', { max: 100 }),
  realName: text('提货人', { max: 50 }),
  userPhone: text('手机号码', { max: 20 }),
  totalNum: quantity('数量', { initial: 0 }),
  payPrice: money('实付金额', { initial: 0 }),
  refundPrice: money('退款金额', { initial: 0 }),
  statusText: text('状态', { max: 20 }),
  isVerified: flag('已核销', { initial: 0 }),
  verifyName: text('核销人', { max: 64 }),
  verifyTime: datetime('核销时间'),
  createTime: datetime('下单时间', { required: true }),
}

interface Totals<Amount> {
  orderTotalPrice: Amount
  refundTotalPrice: Amount
  /** how many refunds there are */
  refundTotal: number
}
export type StoreOrders = Page<RowOf<typeof pickupShape>> & Totals<number>

const orderRows = listAnswer(pickupShape)
const ordersAnswer: Answer<StoreOrders, Page<WireOf<typeof pickupShape>> & Totals<string>> = {
  ...orderRows,
  encode: (page, may) => ({
    ...orderRows.encode(page, may),
    orderTotalPrice: formatMoney(page.orderTotalPrice),
    refundTotalPrice: formatMoney(page.refundTotalPrice),
    refundTotal: page.refundTotal,
  }),
}

/** Pick-up orders of the stores in scope. Orders §7.1. */
export const storeOrderCall = post(`${STORE}/order/list`, {
  title: '门店自提订单',
  change: false,
  input: {
    storeId: int('门店'),
    keywords: paging.keywords,
    dateLimit: paging.dateLimit,
    page: paging.page,
    limit: paging.limit,
  },
  answer: ordersAnswer,
})
