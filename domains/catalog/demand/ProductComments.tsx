import { Rate, Space } from 'antd'
import { useState } from 'react'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { productReply } from './productReply.entity.ts'
import { replyCalls } from './reply.calls.ts'
import './demand.css'

type Shown = OutWireOf<typeof replyCalls.shown>
type Kind = 'all' | 'good' | 'medium' | 'poor' | 'pic'

const kinds = (shown: Shown): readonly { key: Kind; label: string }[] => [
  { key: 'all', label: `全部 (${shown.sumCount})` },
  { key: 'good', label: `好评 (${shown.goodCount})` },
  { key: 'medium', label: `中评 (${shown.inCount})` },
  { key: 'poor', label: `差评 (${shown.poorCount})` },
  { key: 'pic', label: `有图 (${shown.picCount})` },
]

/** 评论 of a product as the shop shows them. Catalog §3.2, §3.6. */
export function ProductComments({ productId }: { productId: number }) {
  const [type, setType] = useState<Kind>('all')
  const { paging, state, first } = usePaging()
  const { data, error, refetch } = useCall(
    replyCalls.shown,
    { productId, type, ...paging },
    { keep: true, quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.sumCount === 0) return <Empty text="还没有显示的评论" />
  const items = kinds(data)
  return (
    <>
      <Space>
        好评率 {data.replyChance}%
        <Rate disabled allowHalf value={data.replyStar} className="d-rate" />
        {data.replyStar}分
      </Space>
      <CountTabs
        label="评价"
        active={type}
        items={items}
        onChange={(key) => {
          setType(items.find((one) => one.key === key)?.key ?? 'all')
          first()
        }}
      />
      {data.total === 0 ? (
        <Empty text="没有这类评论" />
      ) : (
        <ol className="d-comments">
          {data.list.map((one) => (
            <li key={one.id}>
              <Space wrap>
                <strong>{one.nickname}</strong>
                <Rate
                  disabled
                  value={one.productScore}
                  className="d-rate"
                  aria-label={`${one.productScore}分`}
                />
                <span className="k-hint">
                  {formatTime(one.createTime, browserZone)} {one.sku}
                </span>
              </Space>
              <span className="d-words">{one.comment}</span>
              {one.pics.length > 0 && (
                <FieldCell field={productReply.shape.pics} name="pics" value={one.pics} row={one} wide />
              )}
              {one.merchantReplyContent !== '' && (
                <p className="k-hint d-words">商家回复：{one.merchantReplyContent}</p>
              )}
            </li>
          ))}
        </ol>
      )}
      {data.total > 0 && <Pager total={data.total} more={data.more ?? false} state={state} />}
    </>
  )
}
