import { exportEntity } from '#kit/server/exportEntity.ts'
import type { ExportDefinition } from '#kit/server/fileTask.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { refuse } from '#kit/shared/errors.ts'
import { barcodeLabels } from './labels.server.ts'
import { product } from './product.entity.ts'
import { pushToSap, submitProduct, switchProduct, withdrawProduct } from './productAudit.server.ts'
import { changeProduct } from './productChange.server.ts'
import { createProduct } from './productCreate.server.ts'
import { productInfo } from './productInfo.server.ts'
import { copyProduct, recycleProduct } from './productLife.server.ts'
import { productOptions, productPage, REPO_TABS, tabCounts } from './productList.server.ts'
import { repoCalls as calls } from './repo.calls.ts'

/** The export of the repository's list. */
export const repoExport: ExportDefinition = exportEntity(product, calls.exportRows, {
  bizType: 'storerepoProduct',
  list: (_who, input, db) => productOptions(db, REPO_TABS, input),
})

export const repoServed = [
  read(calls.list, (db, who, input) => productPage(db, who, REPO_TABS, input)),
  read(calls.tabs, (db, who, input) => tabCounts(db, who, REPO_TABS, input)),
  read(calls.info, (db, who, { id }) => productInfo(db, who, id)),
  change(calls.save, (tx, who, input) => createProduct(tx, who, input)),
  change(calls.update, (tx, who, { id, version, ...form }) =>
    changeProduct(tx, who, id, version ?? null, form),
  ),
  change(calls.submit, (tx, _who, { id }) => submitProduct(tx, id)),
  change(calls.withdraw, (tx, _who, { id }) => withdrawProduct(tx, id)),
  change(calls.status, (tx, _who, { id, status }) => switchProduct(tx, id, status)),
  change(calls.remove, async (tx, _who, { id: ids }) => {
    for (const id of ids.toSorted((a, b) => a - b)) await recycleProduct(tx, id)
  }),
  change(calls.copy, (tx, who, { id }) => copyProduct(tx, who, id)),
  change(calls.pushSap, (tx, _who, { id }) => pushToSap(tx, id)),
  read(calls.barcodes, async (db, who, { ids, skuIds }) => {
    if (ids.length === 0 && skuIds.length === 0) throw refuse('请选择商品', 'ids')
    return barcodeLabels(db, who, ids, skuIds)
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, repoExport, input)),
]
