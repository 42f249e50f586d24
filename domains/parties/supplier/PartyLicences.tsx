import { Button } from 'antd'
import { lines } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { licenceCalls } from '../partner/licence/licence.calls.ts'
import { licence } from '../partner/licence/licence.entity.ts'
import { LICENCE_FORM_PAGE } from '../partner/licence/licenceView.tsx'

const MOST = 200
const { licenceType, licenceNo, holder, startDate, endDate, validStatus, auditStatus } = licence.all
const LICENCES = lines('资质证照', {
  licenceType,
  licenceNo,
  holder,
  startDate,
  endDate,
  validStatus,
  auditStatus,
})

/** 资质证照 of a supplier or carrier; they are kept at 证照管理. Catalog §6.4. */
export function PartyLicences({ ownerType, ownerId }: { ownerType: number; ownerId: number }) {
  const { data, error, refetch } = useCall(
    licenceCalls.list,
    { ownerType: String(ownerType), ownerId, limit: MOST },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const add = mayCall(licenceCalls.save) && (
    <Button onClick={() => goTo(`${LICENCE_FORM_PAGE}?ownerType=${ownerType}&ownerId=${ownerId}`)}>
      新增证照
    </Button>
  )
  if (data.list.length === 0) return <Empty text="还没有证照">{add}</Empty>
  return (
    <>
      <div className="k-list-bar">{add}</div>
      <FieldCell field={LICENCES} name="licences" value={data.list} row={{}} wide />
    </>
  )
}
