import { placeOfOne } from '#kit/shared/documentPages.ts'
import type { InfoPart } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { licenceCalls } from '../partner/licence/licence.calls.ts'
import { shoudaCalls, shoudaDocument } from '../partner/shouda.document.ts'
import { pageOf } from './companyActs.tsx'
import { orgUserCalls } from './orgUser.calls.ts'

/** The first of what belongs to a company, each with the way to its tab; for who may read it. Screens §3. */
export function relatedOfCompany(id: number): readonly InfoPart[] {
  const tab = (key: string) => `${pageOf(id)}?tab=${key}`
  return [
    ...relatedPart('someShoudas', '售达方', {
      call: shoudaCalls.list,
      of: { companyId: String(id) },
      show: ['shoudaName', 'shoudaNum', 'channelId', 'isDefault', 'auditStatus', 'status'],
      to: (row) => placeOfOne(shoudaDocument.places.see, row.id),
      empty: '还没有售达方',
      all: tab('partners'),
    }),
    ...relatedPart('someUsers', '用户', {
      call: orgUserCalls.list,
      of: { subOrgId: id },
      show: ['realName', 'account', 'phone', 'orgRole', 'lastTime', 'status'],
      to: (row) => `/company/orgUserInfo/${row.id}`,
      empty: '还没有组织用户',
      all: tab('users'),
    }),
    ...relatedPart('someLicences', '证照', {
      call: licenceCalls.list,
      of: { companyId: String(id) },
      show: ['licenceNo', 'licenceType', 'holder', 'endDate', 'daysLeft', 'validStatus'],
      to: (row) => `/company/licenceInfo/${row.id}`,
      empty: '还没有证照',
      all: tab('licences'),
    }),
  ]
}
