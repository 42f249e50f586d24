import type * as deleted from './DeletedProducts.tsx'
import type * as examine from './ExamineProduct.tsx'
import type * as log from './ProductLog.tsx'
import type * as shelf from './ShelfDialog.tsx'
import type * as stock from './StockDialog.tsx'

// What actions open comes with their first use: a list that is only read does not wait for its dialogs.

export const openExamine: typeof examine.openExamine = async (...asked) =>
  (await import('./ExamineProduct.tsx')).openExamine(...asked)

export const openDeleted: typeof deleted.openDeleted = async (...asked) =>
  (await import('./DeletedProducts.tsx')).openDeleted(...asked)

export const editStock: typeof stock.editStock = async (...asked) =>
  (await import('./StockDialog.tsx')).editStock(...asked)

export const openProductLog: typeof log.openProductLog = async (...asked) =>
  (await import('./ProductLog.tsx')).openProductLog(...asked)

export const shelve: typeof shelf.shelve = async (...asked) =>
  (await import('./ShelfDialog.tsx')).shelve(...asked)
