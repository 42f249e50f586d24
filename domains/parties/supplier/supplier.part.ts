import { documentFacts } from '#kit/shared/declareDocument.ts'
import { joinFacts } from '#kit/shared/room.ts'
import { SENSITIVE } from '../parties.rules.ts'
import { providerDocument, supplierDocument } from './supplier.document.ts'
import { SUPPLIER_IMPORT } from './supplier.entity.ts'

const SEES_ALL = { name: '查看电话和账号', permissions: [SENSITIVE] }

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierFacts = joinFacts(
  documentFacts(supplierDocument, {
    reads: [supplierDocument.calls.products],
    buttons: [{ name: '导入', permissions: [SUPPLIER_IMPORT] }, SEES_ALL],
  }),
  documentFacts(providerDocument, { reads: [providerDocument.calls.freight], buttons: [SEES_ALL] }),
)
