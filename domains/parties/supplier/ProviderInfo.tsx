import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import { licenceCalls } from '../partner/licence/licence.calls.ts'
import { FreightTrial } from './FreightTrial.tsx'
import { logisticsProvider, providerStates } from './logisticsProvider.entity.ts'
import { PartyLicences } from './PartyLicences.tsx'
import { closedState } from './partyActs.tsx'
import { PROVIDER_FORM, PROVIDER_SECTIONS, PROVIDERS, providerActs } from './providerPage.ts'
import { providerCalls as calls } from './supplier.calls.ts'

type Row = OutWireOf<typeof calls.info>

const PROVIDER_OWNER = 5
const ACTIONS = providerActs<Row>()

/** 物流商详情 and 审核. Catalog §7.2. */
export default function ProviderInfo() {
  const id = Number(useParams().id)
  return (
    <DocumentPage<Row>
      of={logisticsProvider}
      states={providerStates}
      calls={calls}
      id={id}
      sections={PROVIDER_SECTIONS}
      ifAny={{ closeReason: (row) => row.status === 0 }}
      name={(row) => row.providerName}
      states2={(row) => [closedState(row)]}
      actions={ACTIONS}
      edit={(row) => `${PROVIDER_FORM}/${row.id}`}
      back={PROVIDERS}
      parts={() => [
        ...(mayCall(calls.freight)
          ? [{ key: 'freight', label: '运价试算', content: <FreightTrial id={id} /> }]
          : []),
        ...(mayCall(licenceCalls.list)
          ? [
              {
                key: 'licences',
                label: '资质证照',
                content: <PartyLicences ownerType={PROVIDER_OWNER} ownerId={id} />,
              },
            ]
          : []),
      ]}
    />
  )
}
