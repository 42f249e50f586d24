import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** Money that goes back. Orders §1. */
export const refundNotePages: readonly Page[] = [
  page('order.refundNote', '退款单', '/order/refundNote', () => import('./RefundNoteList.tsx'), {
    sort: 35,
    behind: [
      page('order.refundNote.info', '退款单详情', '/order/refundNoteInfo/:id/:refundType', () => import('./RefundNoteInfo.tsx')),
      unlisted('admin:order:refundNote:print', '退款单打印', '/order/refundNotePrint', () => import('./RefundNotePrint.tsx')),
    ],
  }),
]
