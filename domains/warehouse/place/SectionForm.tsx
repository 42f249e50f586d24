import { useParams, useSearchParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { SECTIONS } from './placeAddresses.ts'
import { ZoneInput } from './SectionInput.tsx'
import { sectionCalls } from './section.calls.ts'
import { section } from './section.entity.ts'
import { sellableOf } from './section.rules.ts'

const GROUPS = [
  {
    title: '库区',
    fields: ['warehouseId', 'pid', 'code', 'name', 'type', 'sellable', 'tempZone', 'status'],
  },
  { title: '存放', fields: ['pickSort', 'mixSku', 'mixLot', 'maxWeight', 'maxVolume', 'remark'] },
]

const CHOSEN = 7
const INPUTS = {
  warehouseId: { disabled: (values: WireRow) => Number(values.id ?? 0) > 0 },
  pid: { Input: ZoneInput },
  sellable: { disabled: (values: WireRow) => values.type !== CHOSEN },
}
/** Bins are what their zone is; a zone of another warehouse is none. */
const hidden = (name: string, values: WireRow): boolean =>
  (name === 'type' || name === 'sellable') && Number(values.pid ?? 0) > 0
const derive = (name: string, value: unknown) => {
  if (name === 'type') return { sellable: sellableOf(Number(value), 1) }
  return name === 'warehouseId' ? { pid: 0 } : undefined
}

/** 新增库区, 编辑库区. Warehouse §4.2. */
export default function SectionForm() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const warehouseId = Number(address.get('warehouseId') ?? 0)
  const pid = Number(address.get('pid') ?? 0)
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={section}
      calls={sectionCalls}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={hidden}
      derive={derive}
      {...(warehouseId > 0 ? { initial: { warehouseId, ...(pid > 0 ? { pid } : {}) } } : {})}
      back={SECTIONS}
    />
  )
}
