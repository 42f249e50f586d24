import { trust } from '#kit/shared/loose.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { priceNoticeCalls } from './price.calls.ts'
import { PRICE_NOTICE, priceNoticeStates } from './price.states.ts'
import { NOTICE_SCOPES, priceNotice } from './priceNotice.entity.ts'
import type { PriceUi } from './priceUi.tsx'
import { printAddress } from './saleInfo.ui.ts'

const ROUTE = '/purpose/priceNotice'

export const priceNoticeUi: PriceUi = {
  of: priceNotice,
  calls: trust(priceNoticeCalls),
  states: priceNoticeStates,
  path: PRICE_NOTICE,
  route: ROUTE,
  see: 'see',
  print: (ids) => printAddress(ROUTE, ids),
  numberOf: (row) => textOf(row.noticeNo),
  show: [
    'noticeNo',
    'noticeTitle',
    'noticeType',
    'scopeType',
    'channelId',
    'lineCount',
    'effectTime',
    'expireTime',
    'auditStatus',
    'execStatus',
    'sapSync',
    'makerName',
    'auditBy',
    'createTime',
  ],
  columns: {
    auditStatus: { width: 86 },
    scopeType: {
      width: 100,
      render: (row) => (
        <>
          {NOTICE_SCOPES.find((one) => one.value === row.scopeType)?.label}
          {textOf(row.scopeNames) !== '' && <div className="k-hint">{textOf(row.scopeNames)}</div>}
        </>
      ),
    },
  },
  sections: [
    {
      title: '单据',
      fields: [
        'noticeNo',
        'noticeTitle',
        'noticeType',
        'channelId',
        'scopeType',
        'scopeNames',
        'effectTime',
        'expireTime',
        'notifyWay',
        'reason',
        'makerName',
        'auditBy',
        'auditTime',
        'opinion',
        'revokeReason',
        'sapSync',
        'sapDescription',
        'remark',
        'files',
      ],
    },
    { title: '明细', fields: ['lines'] },
  ],
  printed: {
    head: [
      'noticeNo',
      'noticeTitle',
      'noticeType',
      'channelId',
      'scopeType',
      'scopeNames',
      'effectTime',
      'expireTime',
      'reason',
    ],
    columns: [
      'productName',
      'skuCode',
      'suk',
      'unitName',
      'oldPrice',
      'newPrice',
      'newOtPrice',
      'changeRate',
      'remark',
    ],
    foot: (
      <div className="p-confirm">
        <strong>客户确认</strong>
        <span>签字（盖章）：</span>
        <span>日期：　　　　年　　月　　日</span>
      </div>
    ),
  },
}
