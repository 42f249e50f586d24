import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { configCalls } from './config.calls.ts'
import { CONFIG, SECTION_INFO, SECTIONS, WAREHOUSE_FORM, WAREHOUSES } from './placeAddresses.ts'
import { sectionCalls } from './section.calls.ts'
import { WarehouseMap } from './WarehouseMap.tsx'
import { warehouseCalls } from './warehouse.calls.ts'
import { VIRTUAL, warehouse } from './warehouse.entity.ts'

type Warehouse = OutWireOf<typeof warehouseCalls.info>

const ACTIONS = [
  act<Warehouse>({
    label: '编辑',
    permission: warehouseCalls.update,
    run: ({ id }) => goTo(`${WAREHOUSE_FORM}/${id}`),
  }),
  act<Warehouse>({
    label: '配置',
    permission: configCalls.info,
    run: ({ id }) => goTo(`${CONFIG}?warehouseId=${id}`),
  }),
]
const FACTS = [
  {
    title: '仓库',
    fields: [
      ...['type', 'storeId', 'supplierId', 'logisticsProviderId', 'logisticsModes', 'isDefault', 'area'],
      ...['sapPlant', 'sapStorageLocation', 'remark'],
    ],
  },
  { title: '地址与联系人', fields: ['districtId', 'address', 'lng', 'principal', 'phone', 'staffIds'] },
]
const CELLS = {
  lng: { label: '经纬度', cell: (row: Warehouse) => `${row.lng}, ${row.lat}` },
}
const IF_ANY = {
  storeId: (row: Warehouse) => row.storeId !== null,
  supplierId: (row: Warehouse) => row.supplierId !== null,
  logisticsProviderId: (row: Warehouse) => row.logisticsProviderId !== null,
  lng: (row: Warehouse) => row.lng !== null,
}

/** 仓库详情: what it is, who works there, its sections and what lies in them. Warehouse §4.1. */
export default function WarehouseInfo() {
  const { id } = useParams()
  return <Page key={id} id={Number(id)} />
}

function Page({ id }: { id: number }) {
  return (
    <InfoPage
      of={warehouse}
      call={warehouseCalls.info}
      id={id}
      title={(row) => `仓库详情 ${row.name}`}
      name={(row) => row.name}
      number={(row) => row.code}
      states={(row) => [
        row.status === 1
          ? { value: 1, label: '启用', means: 'done' }
          : { value: 0, label: '停用', means: 'off' },
        row.isDefault === 1 ? { value: 'default', label: '默认仓', means: 'runs' } : undefined,
      ]}
      actions={ACTIONS}
      back={WAREHOUSES}
      figures={(row) => [
        { label: '库区', value: row.sectionCount, to: `${SECTIONS}?warehouseId=${row.id}` },
        { label: '在库SKU', value: row.skuCount },
        { label: '现存总量', value: row.onHand },
      ]}
      sections={FACTS}
      cells={CELLS}
      ifAny={IF_ANY}
      parts={(row) =>
        row.type === VIRTUAL
          ? []
          : [
              { key: 'map', label: '库存分布', content: <WarehouseMap id={row.id} /> },
              ...relatedPart('sections', '库区', {
                call: sectionCalls.list,
                of: { warehouseId: String(row.id) },
                show: ['name', 'code', 'type', 'skuCount', 'onHand', 'status'],
                to: (one) => `${SECTION_INFO}/${one.id}`,
                empty: '没有库区',
                all: `${SECTIONS}?warehouseId=${row.id}`,
              }),
            ]
      }
      lists={(row) => [...declaredTabs(warehouse.name, row.id)]}
    />
  )
}
