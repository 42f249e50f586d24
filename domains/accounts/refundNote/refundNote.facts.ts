import type { OutWireOf } from '#kit/shared/call.ts'
import type { refundNoteCalls } from './refundNote.calls.ts'
import { NOTE_STATES, WAY } from './refundNote.entity.ts'

export type NoteInfo = OutWireOf<typeof refundNoteCalls.info>

/** What the page of a note, and a task of a process, say of it. Orders §6.5. */
export const NOTE_SECTIONS = [
  {
    title: '退款',
    fields: [
      'refundType',
      'bizTypeName',
      'refundSn',
      'orderSn',
      'orderSubSn',
      'exceptionId',
      'companyName',
      'amount',
      'refundWay',
      'remark',
      'submitName',
      'submitTime',
      'auditName',
      'auditTime',
      'opinion',
    ],
  },
  { title: '原支付', fields: ['flowNo', 'payType', 'payAmount', 'payTime'] },
  { title: '收款人', fields: ['payeeName', 'payeeAccount', 'payeeBank', 'voucher'] },
  {
    title: '执行',
    fields: [
      'outRefundNo',
      'providerRefundId',
      'attempts',
      'executeName',
      'executeTime',
      'successTime',
      'failReason',
      'voidReason',
    ],
  },
]

const has = (name: keyof NoteInfo) => (row: NoteInfo) => row[name] !== null && row[name] !== ''
const wasTried = ({ attempts }: NoteInfo): boolean => attempts > 0
const isPaid = ({ paymentId }: NoteInfo): boolean => paymentId !== null
const isOffline = ({ refundWay }: NoteInfo): boolean => refundWay === WAY.offline

export const NOTE_IF_ANY = {
  refundSn: has('refundSn'),
  orderSubSn: has('orderSubSn'),
  exceptionId: has('exceptionId'),
  companyName: has('companyName'),
  remark: has('remark'),
  auditName: has('auditName'),
  auditTime: has('auditTime'),
  opinion: has('opinion'),
  flowNo: isPaid,
  payType: isPaid,
  payAmount: isPaid,
  payTime: isPaid,
  payeeName: isOffline,
  payeeAccount: isOffline,
  payeeBank: isOffline,
  voucher: isOffline,
  outRefundNo: wasTried,
  attempts: wasTried,
  executeName: wasTried,
  executeTime: wasTried,
  providerRefundId: has('providerRefundId'),
  successTime: has('successTime'),
  failReason: has('failReason'),
  voidReason: has('voidReason'),
}

export const noteStateOf = ({ status }: { status: number }) => NOTE_STATES.find((one) => one.value === status)

/** Address of its page; its type stands behind its id. */
export const notePage = ({ id, refundType }: { id: number; refundType: number }): string =>
  `/order/refundNoteInfo/${id}/${refundType}`
export const noteDecisionPage = (row: { id: number; refundType: number }): string =>
  `${notePage(row)}?examine=1`
