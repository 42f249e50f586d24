import { useParams, useSearchParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'

/** What a new row begins with, by ?companyId= of the address: whose it is. Catalog §6.2. */
export function ofAddress(address: URLSearchParams): WireRow {
  const companyId = Number(address.get('companyId') ?? 0)
  return companyId > 0 ? { companyId } : {}
}

/** What an address …/:id/edit?companyId= says: the row, or a new one (0) and of which company it is. Catalog §6.2. */
export function usePartnerRoute(): { id: number | null; initial: WireRow } {
  const { id } = useParams()
  const [address] = useSearchParams()
  return { id: id === undefined || id === '0' ? null : Number(id), initial: ofAddress(address) }
}
