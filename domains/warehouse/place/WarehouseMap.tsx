import { Progress } from 'antd'
import { useMemo } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedNumber } from '#kit/shared/text.ts'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { Details } from '#kit/web/info/Details.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { SECTION_INFO } from './placeAddresses.ts'
import { warehouseCalls } from './warehouse.calls.ts'
import './place.css'

type Map = OutWireOf<typeof warehouseCalls.map>
type Place = Map['sections'][number]

const FULL = 90
const OVER = 100

const OLD = [
  { name: '临期', of: 'near', hue: 1 },
  // Not the green of the third, which says that all is well.
  { name: '已过期', of: 'expired', hue: 3 },
] as const

/** The stock of a warehouse by section: pieces by how long they last, and how full each is. Warehouse §4.1. */
export function WarehouseMap({ id }: { id: number }) {
  const { data, error, refetch } = useCall(warehouseCalls.map, { id }, { quiet: true })
  const standing = useMemo(() => data?.sections.filter((one) => one.onHand > 0), [data])
  const facts = useMemo(
    () =>
      standing && {
        title: '各库区现存量',
        of: '库区',
        unit: '件',
        rows: standing.map((one) => one.code),
        series:
          standing.length === 0
            ? []
            : [
                { name: '正常', values: standing.map((one) => one.onHand - one.near - one.expired) },
                // Where none is old all bars are of one kind.
                ...OLD.map(({ of, ...one }) => ({
                  ...one,
                  values: standing.map((place) => place[of]),
                })).filter(({ values }) => values.some((value) => value > 0)),
              ],
      },
    [standing],
  )
  return (
    <div className="w-map-page">
      {data !== undefined && <Summary map={data} />}
      <Chart
        facts={facts}
        kind="bar"
        empty="仓库里还没有商品"
        error={error}
        onRetry={() => void refetch()}
        onPoint={(row) => {
          const place = standing?.[row]
          if (place !== undefined) goTo(`${SECTION_INFO}/${place.id}`)
        }}
      />
      {data !== undefined && (
        <div className="w-map">
          {data.sections.map((one) => (
            <Tile key={one.id} place={one} />
          ))}
        </div>
      )}
    </div>
  )
}

function Summary({ map }: { map: Map }) {
  const { shape = {} } = warehouseCalls.map.answer
  return (
    <Details
      shape={shape}
      row={map}
      fields={['skuCount', 'onHand', 'reserved', 'frozen', 'inTransit', 'available', 'amount']}
    />
  )
}

function Tile({ place }: { place: Place }) {
  const { id, code, name, skuCount, onHand, near, expired, filled, countSn } = place
  return (
    <div className="w-map-section">
      <header>
        <PageLink to={`${SECTION_INFO}/${id}`}>{code}</PageLink>
        {countSn !== '' && <StateTag label="盘点中" means="waits" />}
        {expired > 0 ? (
          <StateTag label="有过期" means="wrong" />
        ) : (
          near > 0 && <StateTag label="有临期" means="waits" />
        )}
      </header>
      <div>{name}</div>
      <div className="k-hint">
        {skuCount} 个SKU，{groupedNumber(onHand)} 件
      </div>
      {filled === null ? (
        <div className="k-hint">未设容量</div>
      ) : (
        <Progress
          percent={filled}
          size="small"
          status={filled > OVER ? 'exception' : 'normal'}
          format={() => `${filled.toFixed(0)}%`}
          {...(filled > FULL && filled <= OVER ? { strokeColor: 'var(--ant-color-warning)' } : {})}
        />
      )}
    </div>
  )
}
