import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { mayCall } from '#kit/web/session.ts'
import { FreightTrial } from './FreightTrial.tsx'
import { logisticsProvider, providerStates } from './logisticsProvider.entity.ts'
import { PartyInfo } from './PartyInfo.tsx'
import { PROVIDER_ACTS, PROVIDER_FORM, PROVIDER_SECTIONS, PROVIDERS } from './providerPage.ts'
import { providerCalls as calls } from './supplier.calls.ts'

type Row = OutWireOf<typeof calls.info>

const PROVIDER_OWNER = 5

/** 物流商详情 and 审核. Catalog §7.2. */
export default function ProviderInfo() {
  const id = Number(useParams().id)
  return (
    <PartyInfo<Row>
      of={logisticsProvider}
      states={providerStates}
      calls={calls}
      id={id}
      sections={PROVIDER_SECTIONS}
      name={(row) => row.providerName}
      actions={PROVIDER_ACTS}
      edit={(row) => `${PROVIDER_FORM}/${row.id}`}
      back={PROVIDERS}
      ownerType={PROVIDER_OWNER}
      own={
        mayCall(calls.freight)
          ? [{ key: 'freight', label: '运价试算', content: <FreightTrial id={id} /> }]
          : []
      }
    />
  )
}
