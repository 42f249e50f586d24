import { useMemo } from 'react'
import { useParams } from 'react-router'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import { type InputProps, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { SkuLinesInput } from '../lines/SkuLinesInput.tsx'
import type { FindTerms, FoundSku } from '../lines/skuFind.ts'
import { belowFloorText, ratesOf } from './lineFigures.ts'
import { priceNoticeCalls } from './price.calls.ts'
import { SCOPE } from './price.rules.ts'
import { priceNotice } from './priceNotice.entity.ts'

const GROUPS = [
  { title: '单据', fields: ['noticeTitle', 'noticeType', 'effectTime', 'expireTime', 'reason'] },
  {
    title: '适用',
    note: '原价取所选渠道中第一个适用对象的现价，审核通过时再取一次。',
    fields: ['channelId', 'scopeType', 'scopeIds', 'notifyWay'],
  },
  { title: '明细', fields: ['lines'] },
  { title: '其他', fields: ['remark', 'files'] },
]

const figuresOf = ({ price, otPrice, floorPrice }: FoundSku): WireRow => ({
  oldPrice: price,
  oldOtPrice: otPrice,
  floorPrice,
})

const derive = (row: WireRow) => ratesOf(row, { price: 'newPrice', old: 'oldPrice' })

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

const hint = (rows: readonly WireRow[]) => belowFloorText(rows, 'newPrice')

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

const forChannel = (name: string, values: WireRow) =>
  name === 'scopeIds' && Number(values.scopeType ?? 0) === SCOPE.channel

/** 新增, 编辑价格通知单. Catalog §4.2. */
export default function PriceNoticeForm() {
  const { id } = useParams()
  return (
    <DocumentForm
      of={priceNotice}
      calls={priceNoticeCalls}
      id={id === undefined ? null : Number(id)}
      groups={GROUPS}
      inputs={{ lines: { Input: Lines } }}
      initial={id === undefined ? { noticeType: 1, scopeType: 0, channelId: 1202 } : {}}
      hidden={forChannel}
      derive={(name) => (name === 'scopeType' ? { scopeIds: '' } : undefined)}
      check={(values): Record<string, string> =>
        values.noticeType === 3 && !values.expireTime ? { expireTime: '请选择失效时间' } : {}
      }
      complete={(input, values) => (values.scopeType === SCOPE.channel ? { ...input, scopeIds: '' } : input)}
      back="/purpose/priceNotice"
    />
  )
}
