import { lines } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { licenceCalls } from '../partner/licence/licence.calls.ts'
import { licence } from '../partner/licence/licence.entity.ts'

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
  if (data.list.length === 0) return <Empty text="还没有证照，可在证照管理中新增" />
  return <FieldCell field={LICENCES} name="licences" value={data.list} row={{}} wide />
}
