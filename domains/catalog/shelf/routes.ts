/** Print pages, whose addresses the specification leaves open. */
export const APPLY_PRINT = '/store/applyForShow/print'
export const EDIT_PRINT = '/store/storeproductedit/print'
