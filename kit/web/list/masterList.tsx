import type { ComponentType } from 'react'
import type { Master } from '#kit/shared/declareMaster.ts'
import { trust } from '#kit/shared/loose.ts'
import type { ListRow } from './columnsOf.tsx'
import { ListPage } from './ListPage.tsx'
import type { ListCalls } from './listProps.ts'

/** All its fields, in a dialog. */
const FORM = {}

/** The list of a declared master with all that its declaration says: form in a dialog, export, import. Frame §5. */
export function masterList({ of, calls, importing }: Master): ComponentType {
  const asked: ListCalls<ListRow> = trust(calls)
  const more = importing && { importing: true as const }
  return () => <ListPage of={of} calls={asked} form={FORM} {...more} />
}
