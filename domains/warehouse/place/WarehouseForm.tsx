import { useParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { WAREHOUSES } from './placeAddresses.ts'
import { warehouseCalls } from './warehouse.calls.ts'
import { warehouse } from './warehouse.entity.ts'
import { OWNER_OF, warehouseFaults } from './warehouse.rules.ts'

const GROUPS = [
  {
    title: '基本信息',
    fields: [
      ...['code', 'name', 'type', 'storeId', 'supplierId', 'logisticsProviderId'],
      ...['logisticsModes', 'isDefault', 'sort', 'status'],
    ],
  },
  { title: '地址与联系人', fields: ['districtId', 'address', 'lng', 'lat', 'principal', 'phone', 'area'] },
  { title: '人员', fields: ['staffIds'] },
  { title: 'SAP', fields: ['sapPlant', 'sapStorageLocation'] },
  { title: '其他', fields: ['remark'] },
]

const isOf = (field: string) => (values: WireRow) =>
  OWNER_OF.some((one) => one.field === field && one.type === values.type)
const INPUTS = {
  storeId: { required: isOf('storeId') },
  supplierId: { required: isOf('supplierId') },
  logisticsProviderId: { required: isOf('logisticsProviderId') },
  lng: { placeholder: '如 119.2965' },
  lat: { placeholder: '如 26.0745' },
}

/** Whose it is follows from its type. */
const hidden = (name: string, values: WireRow): boolean =>
  OWNER_OF.some((one) => one.field === name) && !isOf(name)(values)
const check = (values: WireRow) =>
  Object.fromEntries(warehouseFaults(values).map(({ field, message }) => [field, message]))

/** 新增仓库, 编辑仓库. Warehouse §4.1. */
export default function WarehouseForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={warehouse}
      calls={warehouseCalls}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={hidden}
      check={check}
      back={WAREHOUSES}
    />
  )
}
