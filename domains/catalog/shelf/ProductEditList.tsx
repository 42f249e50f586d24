import type { OutWireOf } from '#kit/shared/call.ts'
import type { Act } from '#kit/web/actions.tsx'
import { deletableIn, documentActs, editableIn } from '#kit/web/document/documentActs.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { editExecActs } from './execActs.ts'
import { editStates, productEdit } from './productEdit.entity.ts'
import { EDIT_PRINT, recordExamine, recordPage } from './shelf.addresses.ts'
import { editCalls } from './shelf.calls.ts'

type Row = OutWireOf<typeof editCalls.list>['list'][number]

const FORM = '/store/addStoreProductEdit'
const SHOW = [
  'editNo',
  'editTitle',
  'productCount',
  'itemCount',
  'effectTime',
  'auditStatus',
  'execStatus',
  'submitBy',
  'createTime',
]
const COLUMNS = { submitBy: { title: '申请人' } }
const page = (row: { id: number }) => recordPage('edit', row.id)
const decision = (row: { id: number }) => recordExamine('edit', row.id)

const ACTIONS: readonly Act<Row>[] = [
  ...documentActs(editStates, editCalls, {
    examine: decision,
    print: (row) => `${EDIT_PRINT}?ids=${row.id}`,
  }),
  ...editExecActs,
]

/** 商品资料修改. Catalog §3.4. */
export default function ProductEditList() {
  return (
    <ListPage
      of={productEdit}
      calls={editCalls}
      show={SHOW}
      columns={COLUMNS}
      pages={{ create: FORM, edit: (row) => `${FORM}?id=${row.id}`, see: page }}
      editable={editableIn(editStates)}
      deletable={deletableIn(editStates)}
      actions={ACTIONS}
    />
  )
}
