import { useParams } from 'react-router'
import { lines } from '#kit/fields/shared.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import LinesView from '#kit/web/lines/LinesView.tsx'
import { stockCalls as calls, moveRows } from './stock.calls.ts'
import { stockPosting } from './stock.entity.ts'

const NO_ACTS: readonly [] = []
const SECTIONS = [
  {
    title: '过账',
    fields: ['sourceSn', 'postDate', 'operatorId', 'createTime', 'sapSync', 'sapDescription', 'remark'],
  },
]
const { moveType, storeName, suk, lotNo, sectionId, dOnHand, dReserved } = moveRows
const MOVES = lines('流水', { moveType, storeName, suk, lotNo, sectionId, dOnHand, dReserved })

/** 过账详情: what one action of a document did to the stock. Warehouse §4.4. */
export default function PostingInfo() {
  const { id } = useParams()
  return (
    <InfoPage
      of={stockPosting}
      call={calls.posting}
      id={Number(id)}
      title={(row) => `过账 ${row.postingSn}`}
      name={(row) => row.sourceSn}
      number={(row) => row.postingSn}
      back="/wms/stocklog"
      states={() => []}
      actions={NO_ACTS}
      sections={SECTIONS}
      parts={(row) => [
        {
          key: 'moves',
          label: '流水',
          content: <LinesView field={MOVES} name="moves" value={row.moves} row={row} wide />,
        },
      ]}
    />
  )
}
