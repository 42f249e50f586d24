import type { OutWireOf } from '#kit/shared/call.ts'
import { PartnerInfo } from './PartnerInfo.tsx'
import { shipToCalls } from './partner.calls.ts'
import { partnerActs } from './partnerList.tsx'
import { shipTo } from './shipTo.entity.ts'

type Row = OutWireOf<typeof shipToCalls.info>

const SECTIONS = [
  {
    title: '收货地址',
    fields: [
      'shipToCode',
      'companyId',
      'agentId',
      'contactName',
      'contactPhone',
      'backupPhone',
      'districtId',
      'address',
      'lng',
      'lat',
    ],
  },
  {
    title: '收货要求',
    fields: [
      'receiveFrom',
      'receiveTo',
      'receiveWeekdays',
      'unloadReq',
      'truckLimit',
      'needAppointment',
      'logisticsMode',
      'deliveryCustType',
      'routeCode',
      'warehouseId',
    ],
  },
]
const ACTIONS = partnerActs<Row>(shipToCalls)

/** 送达方详情. Catalog §6.2. */
export default function AddressInfo() {
  return (
    <PartnerInfo<Row>
      of={shipTo}
      calls={shipToCalls}
      sections={SECTIONS}
      actions={ACTIONS}
      edit={(row) => `/company/addAddress/${row.id}/edit`}
      back="/company/userAddress"
    />
  )
}
