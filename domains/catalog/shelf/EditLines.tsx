import { Button } from 'antd'
import LinesInput from '#kit/fields/lines/web.tsx'
import { type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { toastInfo } from '#kit/web/toast.ts'
import { openEditItems } from './EditItemsDialog.tsx'
import { isEditItem } from './editItems.ts'
import { ItemValue } from './ItemValue.tsx'
import { type Editable, pasteEditable, pickEdited } from './lineProducts.tsx'
import { editLine } from './productEdit.entity.ts'

const readOnly = { readOnly: true }
const shown = {
  productCode: editLine.productCode,
  productName: editLine.productName,
  suk: editLine.suk,
  field: { ...editLine.field, ...readOnly },
  oldText: editLine.oldText,
  newText: { ...editLine.newText, list: true, width: 240 },
}

const keyOf = (line: { readonly [name: string]: unknown }) =>
  `${String(line.productId)}:${String(line.skuId ?? '')}:${String(line.field)}`

function OldValue({ row = {}, value }: InputProps) {
  const item = textOf(row.field)
  return isEditItem(item) && <ItemValue item={item} text={textOf(row.oldValue)} shown={textOf(value)} />
}

function NewValue({ row = {}, value }: InputProps) {
  const item = textOf(row.field)
  return isEditItem(item) && <ItemValue item={item} text={textOf(row.newValue)} shown={textOf(value)} />
}
const LINE_INPUTS = { oldText: OldValue, newText: NewValue }

/** What is changed of products and their skus. Catalog §3.4. */
export function EditLines(props: InputProps) {
  const { value, onChange, field } = props
  const rows = rowsOf(value)
  const askItems = async (picked: readonly Editable[] | null) => {
    const lines = picked === null || picked.length === 0 ? null : await openEditItems(picked)
    if (lines === null) return null
    const taken = new Set(rows.map(keyOf))
    const fresh = lines.filter((line) => !taken.has(keyOf(line)))
    if (fresh.length < lines.length) toastInfo('已在明细中的修改项没有再次新增')
    return fresh
  }
  const paste = async () => {
    const pasted = await pasteEditable('edit')
    const fresh = await askItems(pasted === null ? null : pasted.map(({ product }) => product))
    if (fresh !== null) onChange([...rows, ...fresh].slice(0, field.max ?? rows.length + fresh.length))
  }
  return (
    <LinesInput
      {...props}
      field={{ ...field, shape: shown }}
      inputs={LINE_INPUTS}
      noCopy
      addLabel="选择商品和修改项"
      onAdd={async () => askItems(await pickEdited())}
      emptyText="还没有修改项，请点击“选择商品和修改项”或“粘贴编码”新增"
      totals={() => (
        <Button type="dashed" onClick={() => void paste()}>
          粘贴编码
        </Button>
      )}
    />
  )
}
