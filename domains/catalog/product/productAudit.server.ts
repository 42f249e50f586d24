import type { Tx } from '#kit/server/database.ts'
import { type DocumentType, examineDocument, submitDocument, withdrawDocument } from '#kit/server/document.ts'
import { updateRow } from '#kit/server/rows.ts'
import { may } from '#kit/server/who.ts'
import { conflict } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { lockLive } from './liveProduct.server.ts'
import { product } from './product.entity.ts'
import { productStates, reauditStates, repoStates } from './product.states.ts'
import { checkSale } from './productCheck.server.ts'
import { logProduct } from './productLog.server.ts'
import { pushProduct } from './productSap.server.ts'
import { repoCalls } from './repo.calls.ts'

/** The sale audit of a product. Catalog §3.3. */
export const productType: DocumentType<typeof product> = {
  entity: product,
  states: productStates,
  list: '/storerepo/product?type=3',
  returned: '/storerepo/product?type=4',
  page: '/store/product/info/{id}',
  // The shop has a list of its own, and people who see only that one.
  listedFor: (who) =>
    may(who, repoCalls.list.permission)
      ? undefined
      : { list: '/store/index?type=6', returned: '/store/index?type=7' },
  aside: 'isRecycle',
  titleOf: async (_tx, { storeName, productCode }) => `${storeName}（${productCode}）`,
  async complete(_tx, row) {
    checkSale(row)
  },
  async approved(tx, row) {
    const enabled = row.repoStatus === 0 ? await updateRow(tx, product, row, { repoStatus: 1 }) : row
    await pushProduct(tx, enabled)
  },
}

/** An approved product whose controlled fields changed. */
export const reauditType: DocumentType<typeof product> = { ...productType, states: reauditStates }

export async function submitProduct(tx: Tx, id: number): Promise<void> {
  await submitDocument(tx, productType, await lockLive(tx, id))
  await logProduct(tx, id, '提交')
}

export async function withdrawProduct(tx: Tx, id: number): Promise<void> {
  await withdrawDocument(tx, productType, id, lockLive)
  await logProduct(tx, id, '撤回')
}

/** Passes (1) or rejects (2) a product; the opinion stands in the history. */
export async function examineProduct(
  tx: Tx,
  id: number,
  version: number | null,
  decision: { auditStatus: 1 | 2; opinion: string },
): Promise<void> {
  const row = await lockLive(tx, id, version)
  await examineDocument(tx, productType, row, decision)
  await logProduct(tx, id, decision.auditStatus === 1 ? '审核通过' : '审核驳回')
}

/** Enables or disables the master record; one on a shelf cannot be disabled. */
export async function switchProduct(tx: Tx, id: number, status: 0 | 1): Promise<void> {
  const row = await lockLive(tx, id)
  const action = status === 1 ? 'enable' : 'disable'
  const to = repoStates.actions[action].to
  if (row.repoStatus === to) return
  guardState(repoStates, action, row.repoStatus)
  if (status === 0 && row.isShow === 1) throw conflict('请先下架商品')
  await updateRow(tx, product, row, { repoStatus: status === 1 ? 1 : 2 })
  await logProduct(tx, id, repoStates.actions[action].label)
}

/** 推送SAP by hand. Catalog §8.6. */
export async function pushToSap(tx: Tx, id: number): Promise<void> {
  const row = await lockLive(tx, id)
  if (row.auditStatus !== 1) throw conflict('商品未审核通过，不能推送')
  await pushProduct(tx, row)
}
