import { lazy, Suspense } from 'react'
import { documentScreens, printMany } from '#kit/web/document/documentScreens.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { mayCall } from '#kit/web/session.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { FreightTrial } from './FreightTrial.tsx'
import { partyLists } from './PartyInfo.tsx'
import { CONTRACT, closedState, contractFigure, regionFilter, SAP, switchActs } from './partyActs.tsx'
import { providerCalls as calls, providerDocument } from './supplier.document.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

/** What the form, the page and the task of a carrier say; a form passes over what nobody types. */
const SECTIONS = [
  {
    title: '基本信息',
    fields: [
      ...['providerCode', 'providerName', 'shortName', 'creditCode', 'roadLicenceNo', 'insuranceAmount'],
      'closeReason',
    ],
  },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'dispatchPhone', 'email', 'districtId', 'address'],
  },
  {
    title: '承运能力',
    fields: ['logisticsModes', 'tempZones', 'serviceAreas', 'warehouseIds', 'ownTruck', 'truckCount'],
  },
  {
    title: '运价',
    note: '按重量时首量、续量的单位为千克，按体积时为立方米；城市可以是省、市、区，最近的一级优先。已审核的物流商修改许可证号、计费方式或运价后须重新审核，通过前仍使用原值。',
    fields: ['priceMode', 'priceLines'],
  },
  { title: '结算', fields: ['settleType', 'creditDays', 'bankName', 'bankAccount', 'taxRate'] },
  CONTRACT,
  { title: '接口', fields: ['apiCode', 'sapCode', ...SAP] },
  { title: '其他', fields: ['remark', 'files'] },
]

const SHOW = [
  'providerName',
  'logisticsModes',
  'contactName',
  'contactPhone',
  'truckCount',
  'priceMode',
  'contractStatus',
  'auditStatus',
  'status',
]
const COLUMNS = {
  providerCode: { width: 95 },
  providerName: { width: 190 },
  contactName: { width: 80 },
  contactPhone: { title: '电话', width: 115 },
  auditStatus: { width: 90 },
  status: { width: 70 },
}

function PriceLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput {...props} addLabel="新增运价" emptyText="还没有运价，新增一行或从表格软件复制后粘贴" />
    </Suspense>
  )
}

const HEAD = [
  ...['providerCode', 'providerName', 'creditCode', 'roadLicenceNo', 'insuranceAmount', 'contactName'],
  ...['contactPhone', 'dispatchPhone', 'districtId', 'address', 'logisticsModes', 'tempZones', 'priceMode'],
  ...['settleType', 'creditDays', 'bankName', 'bankAccount', 'contractNo', 'contractStart', 'contractEnd'],
  ...['sapCode', 'auditStatus'],
]
const LINES = {
  name: 'priceLines',
  columns: [
    'fromCityId',
    'toCityId',
    'tempZone',
    'firstQty',
    'firstFee',
    'nextQty',
    'nextFee',
    'minFee',
    'hours',
  ],
}

const PROVIDER_OWNER = 5

/** 物流商. Catalog §7.2, §8.6. */
export default documentScreens(providerDocument, {
  sections: SECTIONS,
  ifAny: { closeReason: (row) => row.status === 0 },
  reads: ['status'],
  actions: switchActs(calls.status, '物流商'),
  list: { show: SHOW, columns: COLUMNS, filters: [regionFilter], batch: [printMany(providerDocument)] },
  form: { groups: SECTIONS, inputs: { priceLines: { Input: PriceLines } } },
  page: {
    states: (row) => [closedState(row)],
    figures: (row) => [{ label: '车辆', value: row.truckCount }, contractFigure(row)],
    lists: ({ id }) => [
      ...(mayCall(calls.freight)
        ? [{ key: 'freight', label: '运价试算', content: <FreightTrial id={id} /> }]
        : []),
      ...partyLists(providerDocument.of.name, PROVIDER_OWNER, id),
    ],
  },
  print: { title: '物流商档案', head: HEAD, lines: LINES, signs: ['制单', '审核', '盖章'] },
})
