import { useSearchParams } from 'react-router'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { useRow } from '#kit/web/form/useRow.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { usePartnerRoute } from '../usePartnerRoute.ts'
import { licenceCalls } from './licence.calls.ts'
import { licence } from './licence.entity.ts'
import { hidesOwner, LICENCE_FORM, OWNER_NAMES, sentLicence, withOwnerInput } from './ownerFields.ts'

const GROUPS = [
  { title: '归属', fields: ['ownerType', ...OWNER_NAMES] },
  { title: '证照', fields: ['licenceType', 'licenceNo', 'holder', 'issueOrg', 'scope'] },
  { title: '有效期', fields: ['startDate', 'longTerm', 'endDate'] },
  { title: '附件', note: '支持图片和 PDF，保存后等待审核。', fields: ['files', 'remark'] },
]
const { save, update } = licenceCalls

/** 新增证照, 编辑证照. Catalog §6.4. */
export default function LicenceForm() {
  const { id } = usePartnerRoute()
  const [address] = useSearchParams()
  // Read here: the owner stands in one of five inputs, by its kind.
  const { row, loading, error, reload } = useRow(licenceCalls.info, id)
  if (loading) return <Loading rows={10} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void reload()} />
  const fresh = {
    ownerType: Number(address.get('ownerType') ?? 1),
    ownerId: Number(address.get('ownerId') ?? 0) || null,
  }
  return (
    <FormPage
      id={id}
      initial={withOwnerInput(row ?? fresh)}
      of={licence}
      calls={{ save, update }}
      shape={LICENCE_FORM}
      groups={GROUPS}
      hidden={hidesOwner}
      complete={(input, values) => ({
        ...sentLicence(input, values),
        ...(row === undefined ? {} : { version: row.version }),
      })}
      back="/company/licenceManagement"
    />
  )
}
