import type { Document } from '#kit/shared/declareDocument.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { recordLogCall } from '#kit/shared/recordLog.ts'
import type { InfoPart } from '#kit/web/info/InfoPage.tsx'
import { RecordLog } from '#kit/web/info/RecordLog.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { mayCall } from '#kit/web/session.ts'
import { licenceCalls } from '../partner/licence/licence.calls.ts'
import { PartyLicences } from './PartyLicences.tsx'

/** The tabs of a supplier or carrier behind its own; rooms above add theirs. Catalog §7.1, §7.2. */
export const partyParts = (
  { of, calls }: Document<Entity, { log: ReturnType<typeof recordLogCall> }>,
  ownerType: number,
  id: number,
): readonly InfoPart[] => [
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
]
