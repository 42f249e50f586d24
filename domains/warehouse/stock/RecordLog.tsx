import { Tag } from 'antd'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { text } from '#kit/fields/shared.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { PRODUCT_FILTERS, SEARCHED } from './filters.tsx'
import { stockCalls as calls } from './stock.calls.ts'
import { stockMove } from './stock.entity.ts'

const CALLS = { list: calls.recordList }
const SUBJECT = { name: 'storeName', code: 'productCode' }
const SHOW = [
  ...[
    'storeName',
    'createTime',
    'moveType',
    'sourceSn',
    'warehouseId',
    'dOnHand',
    'dReserved',
    'onHandAfter',
    'availableAfter',
  ],
]
const COLUMNS = { createTime: { title: '时间' } }
const FILTERS = [fieldFilter('sourceSn', text('来源单号', { max: 40 })), ...PRODUCT_FILTERS]
const PARTS = ['productCode', 'sectionId', 'freezeNo'] as const
const TITLES = { productCode: '商品', sectionId: '库区', freezeNo: '冻结单' } as const

/** 库存流水: every movement of the ledger; the parts of its path narrow it, an absent one is 0. Warehouse §4.4. */
export default function RecordLog() {
  const params = useParams()
  const [address] = useSearchParams()
  const lotNo = address.get('lotNo')
  const given = PARTS.flatMap((name) => {
    const value = params[name]
    return value === undefined || value === '0' ? [] : [[name, value] as const]
  })
  const key = JSON.stringify([given, lotNo])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  const fixed = useMemo(() => ({ ...Object.fromEntries(given), ...(lotNo === null ? {} : { lotNo }) }), [key])
  return (
    <ListPage
      key={key}
      of={stockMove}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      fixed={fixed}
      searched={SEARCHED}
      dated="时间"
      above={
        given.length > 0 && (
          <div>
            {given.map(([name, value]) => (
              <Tag key={name} closable onClose={() => goTo('/wms/recordLog')}>
                {TITLES[name]} {value}
              </Tag>
            ))}
          </div>
        )
      }
      empty="还没有库存流水。库存的每一次变动在此逐笔列出"
    />
  )
}
