import { lines } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { linkRow, shoudaCalls } from './shouda.document.ts'

const { partnerId: _id, ...shown } = linkRow
const FIELD = lines('合作方', shown)

/** 合作方 of a sold-to party as they are in force. Catalog §6.2. */
export function LinksView({ shoudaId }: { shoudaId: number }) {
  const { data, error, refetch } = useCall(shoudaCalls.partners, { id: shoudaId }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <FieldCell field={FIELD} name="links" value={data} row={{}} wide />
}
