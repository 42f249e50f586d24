import { useMemo } from 'react'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type InputProps, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { cellOf, fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { SkuLinesInput } from '../lines/SkuLinesInput.tsx'
import type { FindTerms, FoundSku } from '../lines/skuFind.ts'
import { belowFloorText, ratesOf } from './lineFigures.ts'
import { priceNoticeDocument } from './price.document.ts'
import { SCOPE } from './price.rules.ts'
import { NOTICE_SCOPES } from './priceNotice.entity.ts'
import { priceScreens } from './priceScreens.tsx'

const cell = cellOf<OutWireOf<typeof priceNoticeDocument.calls.list>['list'][number]>()

const figuresOf = ({ price, otPrice, floorPrice }: FoundSku): WireRow => ({
  oldPrice: price,
  oldOtPrice: otPrice,
  floorPrice,
})

const derive = (row: WireRow) => ratesOf(row, { price: 'newPrice', old: 'oldPrice' })

const hint = (rows: readonly WireRow[]) => belowFloorText(rows, 'newPrice')

/** For whom the old prices are asked: the first object of the draft. */
function termsOf({ channelId, scopeType, scopeIds }: WireRow): FindTerms {
  const channel = CHANNELS.find((one) => one.value === channelId)?.value
  if (channel === undefined) return {}
  const first = Number(textOf(scopeIds).split(',')[0] ?? 0)
  if (first === 0) return { channelId: channel }
  return {
    channelId: channel,
    ...(scopeType === SCOPE.salesChannel ? { salesChannelId: first } : {}),
    ...(scopeType === SCOPE.shouda ? { shoudaId: first } : {}),
    ...(scopeType === SCOPE.orgLevel ? { orgLevelId: first } : {}),
  }
}

function Lines(props: InputProps) {
  const { channelId, scopeType, scopeIds } = useFormDraft()
  const terms = useMemo(() => termsOf({ channelId, scopeType, scopeIds }), [channelId, scopeType, scopeIds])
  return (
    <SkuLinesInput
      {...props}
      terms={terms}
      lineOf={figuresOf}
      again={figuresOf}
      derive={derive}
      hint={hint}
    />
  )
}

/** 价格通知单. Catalog §4.2. */
export default priceScreens(priceNoticeDocument, {
  sheet: '价格通知单',
  head: ['noticeTitle', 'noticeType', 'scopeType', 'scopeNames', 'channelId'],
  unlisted: ['scopeNames', 'channelId'],
  told: ['receiverCount'],
  filters: [
    fieldFilter('salesChannelId', ref('销售渠道', 'salesChannel')),
    fieldFilter('productId', ref('商品', 'product')),
  ],
  columns: {
    scopeType: {
      width: 100,
      ...cell(['scopeType', 'scopeNames'], (row) => (
        <>
          {NOTICE_SCOPES.find((one) => one.value === row.scopeType)?.label}
          {row.scopeNames !== '' && <div className="k-hint">{row.scopeNames}</div>}
        </>
      )),
    },
  },
  printed: ['oldPrice', 'newPrice', 'newOtPrice', 'changeRate', 'remark'],
  isConfirmed: true,
  form: {
    groups: [
      { title: '单据', fields: ['noticeTitle', 'noticeType', 'effectTime', 'expireTime', 'reason'] },
      {
        title: '适用',
        note: '原价取所选渠道中第一个适用对象的现价，审核通过时再取一次。',
        fields: ['channelId', 'scopeType', 'scopeIds', 'notifyWay'],
      },
    ],
    Lines,
    initial: { noticeType: 1, scopeType: 0, channelId: 1202 },
    hidden: (name, values) => name === 'scopeIds' && Number(values.scopeType ?? 0) === SCOPE.channel,
    derive: (name) => (name === 'scopeType' ? { scopeIds: '' } : undefined),
    check: ({ noticeType, expireTime, scopeType, scopeIds }): Record<string, string> => ({
      ...(noticeType === 3 && !expireTime ? { expireTime: '请选择失效时间' } : {}),
      ...(scopeType !== SCOPE.channel && textOf(scopeIds) === '' ? { scopeIds: '请选择适用对象' } : {}),
    }),
    complete: (input, values) => (values.scopeType === SCOPE.channel ? { ...input, scopeIds: '' } : input),
  },
})
