import type { recordLogCall } from '#kit/shared/recordLog.ts'
import { type DocumentInfo, DocumentPage, type DocumentPageProps } from '#kit/web/document/DocumentPage.tsx'
import type { InfoPart } from '#kit/web/info/InfoPage.tsx'
import { RecordLog } from '#kit/web/info/RecordLog.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { mayCall } from '#kit/web/session.ts'
import { licenceCalls } from '../partner/licence/licence.calls.ts'
import { PartyLicences } from './PartyLicences.tsx'
import { closedState, type PartyRow } from './partyActs.tsx'

interface PartyInfoProps<R extends DocumentInfo & PartyRow>
  extends Omit<DocumentPageProps<R>, 'ifAny' | 'states2' | 'parts' | 'calls'> {
  calls: DocumentPageProps<R>['calls'] & { log: ReturnType<typeof recordLogCall> }
  /** of its licences */
  ownerType: number
  /** tabs before 资质证照 */
  own: readonly InfoPart[]
}

/** 详情 and 审核 of a supplier or carrier; rooms above add their tabs. Catalog §7.1, §7.2. */
export function PartyInfo<R extends DocumentInfo & PartyRow>({
  ownerType,
  own,
  ...props
}: PartyInfoProps<R>) {
  const { of, id, calls } = props
  return (
    <DocumentPage
      {...props}
      ifAny={{ closeReason: (row) => row.status === 0 }}
      states2={(row) => [closedState(row)]}
      parts={() => [
        ...own,
        ...(mayCall(licenceCalls.list)
          ? [
              {
                key: 'licences',
                label: '资质证照',
                content: <PartyLicences ownerType={ownerType} ownerId={id} />,
              },
            ]
          : []),
        ...declaredTabs(of.name, id),
        { key: 'log', label: '操作日志', content: <RecordLog of={of} call={calls.log} id={id} /> },
      ]}
    />
  )
}
