import type { InfoPart } from '#kit/web/info/InfoPage.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { mayCall } from '#kit/web/session.ts'
import { licenceCalls } from '../partner/licence/licence.calls.ts'
import { PartyLicences } from './PartyLicences.tsx'

/** The lists on the page of a supplier or carrier behind its own; rooms above add theirs. Catalog §7.1, §7.2. */
export const partyLists = (type: string, ownerType: number, id: number): readonly InfoPart[] => [
  ...(mayCall(licenceCalls.list)
    ? [
        {
          key: 'licences',
          label: '资质证照',
          content: <PartyLicences ownerType={ownerType} ownerId={id} />,
        },
      ]
    : []),
  ...declaredTabs(type, id),
]
