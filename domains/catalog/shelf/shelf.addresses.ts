/** The page on which a record around products is read: of type product, pay, integral, show or edit. Catalog §3.4. */
export const recordPage = (type: string, id: number): string => `/store/common/info/${type}/${id}`

/** The page on which it is decided. */
export const recordExamine = (type: string, id: number): string => `/store/common/examine/${type}/${id}`

/** Print pages, whose addresses the specification leaves open. */
export const APPLY_PRINT = '/store/applyForShow/print'
export const EDIT_PRINT = '/store/storeproductedit/print'
