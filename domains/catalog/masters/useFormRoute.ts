import { useParams } from 'react-router'

/** What an address …/:id?/:isDisabled? says: the row, or a new one, and whether it is only to be read. Catalog §2.2. */
export function useFormRoute(): { id: number | null; readOnly: boolean } {
  const { id, isDisabled } = useParams()
  return { id: id === undefined ? null : Number(id), readOnly: isDisabled === '1' }
}
