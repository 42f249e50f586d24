import { choice, datetime, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { vacctNoField } from './vacct.entity.ts'

export const DIRECTIONS = [
  { value: 1, label: '入账' },
  { value: 0, label: '出账' },
] as const

/** 3: not from the bank; stands for an entry of ours that the bank does not know. */
const SOURCES = [
  { value: 1, label: '接口' },
  { value: 2, label: '导入' },
  { value: 3, label: '系统' },
] as const
export type LineSource = (typeof SOURCES)[number]['value']

/** Orders §2.10. */
export const MATCH_STATES = [
  { value: 0, label: '未匹配', means: 'waits' },
  { value: 1, label: '已匹配', means: 'done' },
  { value: 2, label: '金额不符', means: 'wrong' },
  { value: 3, label: '银行有我方无', means: 'wrong' },
  { value: 4, label: '我方有银行无', means: 'wrong' },
  { value: 5, label: '已忽略', means: 'off' },
] as const
type MatchStatus = (typeof MATCH_STATES)[number]['value']

/** What somebody still has to decide. */
export const OPEN_STATES: readonly MatchStatus[] = [0, 2, 3, 4]

const CENT = { min: 1 }

/** What the bank says of a movement: of a call, of a sheet, of a stored line. Orders §2.10, §9. */
export const lineFields = {
  bankSerialNo: text('银行流水号', { max: 64, required: true, search: true, width: 180 }),
  vacctNo: vacctNoField({ search: true, filter: true }),
  direction: choice('借贷', DIRECTIONS, { required: true, filter: true, width: 70 }),
  amount: money('金额', { required: true, ...CENT, width: 120 }),
  tradeTime: datetime('交易时间', { required: true, sortable: true, width: 150 }),
  peerName: text('对方户名', { max: 100, search: true, width: 180 }),
  peerAccount: text('对方账号', { max: 40, list: false }),
  peerBank: text('对方开户行', { max: 100, list: false }),
  purpose: text('摘要', { max: 200, search: true, width: 180 }),
  mainAccount: text('主账号', { max: 32, list: false }),
}

/** A movement at the bank, or an entry of ours that the bank does not know. Orders §2.10. */
export const bankLine = entity(
  'bankLine',
  '银行流水',
  {
    ...lineFields,
    vacctId: ref('虚拟账户', 'vacct', { readOnly: true, list: false }),
    companyId: ref('单位', 'company', { readOnly: true, width: 160 }),
    source: choice('来源', SOURCES, { readOnly: true, initial: 2, filter: true, width: 70 }),
    matchStatus: choice('匹配状态', MATCH_STATES, { readOnly: true, initial: 0, filter: true, width: 120 }),
    entryId: ref('账户流水', 'accountEntry', { readOnly: true, list: false, big: true }),
    /** number of the document the money belongs to */
    linkId: text('关联单号', { max: 60, readOnly: true, search: true, width: 160 }),
    handleBy: ref('处理人', 'admin', { readOnly: true, width: 90 }),
    handleTime: datetime('处理时间', { readOnly: true, list: false }),
    handleRemark: text('处理说明', { max: 200, readOnly: true, width: 160 }),
    /** its entry was made from it, not found beside it */
    isPosted: flag('由流水入账', { readOnly: true, initial: 0, list: false }),
    /** how often an entry was made of it: each is undone before the next */
    posts: int('入账次数', { readOnly: true, initial: 0, list: false, port: false }),
    /** it is still to be compared with the accounts */
    waiting: flag('待匹配', { readOnly: true, initial: 1, list: false, port: false }),
  },
  {
    title: 'bankSerialNo',
    order: [['tradeTime', 'desc']],
    scope: { company: 'companyId' },
    grams: true,
  },
)
