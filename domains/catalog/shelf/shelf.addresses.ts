import { type DocumentPlaces, placesAt } from '#kit/shared/documentPages.ts'

const RECORD = '/store/common/info'
const EXAMINE = '/store/common/examine'

/** The page on which a record around products is read: of type product, pay, integral, show or edit. Catalog §3.4. */
export const recordPage = (type: string, id: number | '{id}'): string => `${RECORD}/${type}/${id}`

/** The page on which it is decided. */
export const recordExamine = (type: string, id: number): string => `${EXAMINE}/${type}/${id}`

/** Where a document around the shelf stands. Its print page the specification leaves open. */
export const documentPlaces = (
  type: string,
  list: string,
  form: Pick<Required<DocumentPlaces>, 'create' | 'edit'>,
): DocumentPlaces =>
  placesAt(list, { ...form, see: `${RECORD}/${type}/{id}`, examine: `${EXAMINE}/${type}/{id}` })
