import { deletableIn, editableIn } from '#kit/web/document/documentActs.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { QUALITY_STATES } from '../../company/company.entity.ts'
import { agentFilter } from '../partnerList.tsx'
import { qualityCalls } from './licence.calls.ts'
import { companyQuality } from './quality.entity.ts'
import { qualityStates } from './quality.states.ts'
import { QUALITY_ACTS, QUALITY_FORM, QUALITY_PAGE } from './qualityView.tsx'

const SHOW = [
  'qualityNo',
  'companyId',
  'qualityType',
  'licenceCount',
  'missing',
  'earliestEnd',
  'qualityStatus',
  'submitBy',
  'auditBy',
  'createTime',
]
const TABS = { name: 'qualityStatus', items: QUALITY_STATES, counts: qualityCalls.counts }
const FILTERS = [agentFilter]
// The four steps say the same in the words of qualification files.
const FIXED = { auditStatus: undefined }

/** 资质管理. Catalog §6.4. */
export default function QualityList() {
  return (
    <ListPage
      of={companyQuality}
      calls={qualityCalls}
      searched="单位"
      show={SHOW}
      tabs={TABS}
      filters={FILTERS}
      fixed={FIXED}
      actions={QUALITY_ACTS}
      editable={editableIn(qualityStates)}
      deletable={deletableIn(qualityStates)}
      pages={{
        create: QUALITY_FORM,
        edit: (row) => `${QUALITY_FORM}/${row.id}`,
        see: (row) => `${QUALITY_PAGE}/${row.id}`,
      }}
    />
  )
}
