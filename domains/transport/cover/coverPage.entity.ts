import { choice, date, datetime, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const COVER = { trip: 1, consign: 2 } as const
export const COVER_KINDS = [
  { value: COVER.trip, label: '派车单' },
  { value: COVER.consign, label: '托运单' },
] as const

const counted = (label: string, width = 70) => int(label, { readOnly: true, initial: 0, width })

/** The front sheet of a trip or a consignment: what it is of, and how often it was printed. Warehouse §5.6. */
export const coverPage = entity(
  'coverPage',
  '封面',
  {
    carrySn: text('派车/托运单号', { max: 24, readOnly: true, unique: true, search: true, width: 180 }),
    kind: choice('类型', COVER_KINDS, { readOnly: true, required: true, filter: true, list: false }),
    sourceId: int('单据', { readOnly: true, required: true, list: false, port: false }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, list: false }),
    bizDate: date('日期', { readOnly: true, required: true, filter: true, width: 110 }),
    routeId: ref('线路', 'route', { readOnly: true, filter: true, width: 110 }),
    truckCarId: ref('车牌', 'truckCar', { readOnly: true, width: 110 }),
    driverId: ref('司机', 'driver', { readOnly: true, width: 90 }),
    stopCount: counted('站点'),
    boxCount: counted('箱数'),
    deliveryCount: counted('配送单数', 90),
    sheetCount: counted('附表数', 80),
    printCount: counted('打印次数', 90),
    printTime: datetime('最近打印', { readOnly: true, list: false }),
  },
  { title: 'carrySn', scope: { warehouse: 'warehouseId' }, grams: true },
)
