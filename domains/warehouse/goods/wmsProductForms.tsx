import { lazy, Suspense } from 'react'
import { entity } from '#kit/shared/entity.ts'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { hasPermission, mayCall } from '#kit/web/session.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { SectionInput } from '../place/SectionInput.tsx'
import {
  batchMaster,
  batchPlace,
  batchWarehouse,
  wmsProductCalls as calls,
  MASTER,
  masterShape,
  places,
} from './wmsProduct.calls.ts'
import { limitFaults } from './wmsProduct.rules.ts'
import { wmsSku } from './wmsSku.entity.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

const WIDTH = 1000
const SECTION_INPUTS = { defaultSectionId: SectionInput, pickSectionId: SectionInput }
const FREEZE = ['warehouseId']

function PlaceLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput
        {...props}
        noCopy
        addLabel="新增仓库设置"
        emptyText="还没有为任何仓库设置上下限和库区，点击“新增仓库设置”开始"
        inputs={SECTION_INPUTS}
        freeze={FREEZE}
      />
    </Suspense>
  )
}

const GROUPS = [
  {
    title: '尺寸与包装',
    fields: [
      'boxQty',
      'palletQty',
      'length',
      'width',
      'height',
      'weight',
      'netWeight',
      'volume',
      'productUnits',
    ],
  },
  {
    title: '保质期与储存',
    fields: [
      ...['batchManaged', 'shelfLifeDays', 'shelfAlertDays', 'receiveRatio', 'deliverRatio'],
      ...['storageCondition', 'wmsGroupId', 'abcClass'],
    ],
  },
  { title: '各仓设置', fields: ['places'] },
]
const SHAPE = { ...masterShape, places }
const TOUCHES = ['/admin/store/product', '/admin/wms/wmsProduct']

const check = (values: WireRow) => {
  const lines: readonly WireRow[] = Array.isArray(values.places) ? values.places : []
  return Object.fromEntries(
    lines.flatMap((line, index) =>
      limitFaults(line).map(({ field, message }) => [`places.${index}.${field}`, message]),
    ),
  )
}
/** What the product says is changed by whoever may change that of the product. */
const hidden = (name: string): boolean => name !== 'places' && !hasPermission(MASTER)

/** 编辑仓储商品: how the product is stored, and what each warehouse is set for it. Warehouse §4.9. */
export function openWmsProduct(id: number) {
  return openForm({
    of: wmsSku,
    id,
    title: mayCall(calls.update) ? '编辑仓储商品' : '仓储商品',
    width: WIDTH,
    shape: SHAPE,
    calls: mayCall(calls.update) ? { info: calls.info, update: calls.update } : { info: calls.info },
    groups: GROUPS,
    inputs: { places: { Input: PlaceLines, wide: true } },
    hidden,
    check,
    touches: TOUCHES,
  })
}

const BATCH_SHAPE = { ...batchMaster, warehouseId: batchWarehouse, ...batchPlace }
const batch = entity('wmsBatch', '仓储商品', BATCH_SHAPE, { title: 'boxQty' })
const BATCH_GROUPS = [
  { title: '商品资料', note: '留空的项目保持不变', fields: Object.keys(batchMaster) },
  { title: '仓库设置', fields: ['warehouseId', ...Object.keys(batchPlace)] },
]
const hiddenInBatch = (name: string): boolean => name in batchMaster && !hasPermission(MASTER)

/** 批量编辑: what is filled in is written of all the chosen skus. Warehouse §4.9. */
export function openWmsBatch(ids: readonly number[]) {
  return openForm({
    of: batch,
    id: null,
    title: `批量编辑 ${ids.length} 个商品`,
    width: WIDTH,
    calls: { save: calls.batchUpdate },
    groups: BATCH_GROUPS,
    hidden: hiddenInBatch,
    complete: (input) => ({ ...input, skuIds: ids.join(',') }),
    touches: TOUCHES,
    success: `已修改 ${ids.length} 个商品`,
  })
}
