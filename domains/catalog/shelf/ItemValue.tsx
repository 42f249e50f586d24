import { FieldCell } from '#kit/fields/web.tsx'
import { type EditItem, itemField } from './editItems.ts'
import '../product/product.css'

/** Without a text for a person these are shown by their field; pictures always are. */
const DRAWN = new Set(['ref', 'refs', 'flag', 'choice'])

/** A value of an item as it travels; `shown`: as the server has put it for a person. */
export function ItemValue({ item, text, shown = '' }: { item: EditItem; text: string; shown?: string }) {
  const field = itemField(item)
  const isPicture = field.type === 'image' || field.type === 'images'
  if (text === '') return '空'
  if (isPicture || (shown === '' && DRAWN.has(field.type)))
    return (
      <FieldCell
        field={field}
        name={item}
        value={field.type === 'images' ? listOf(text) : wireOf(field.type, text)}
        row={{}}
        wide
      />
    )
  return <span className="p-value">{shown || text}</span>
}

const wireOf = (type: string, text: string): unknown =>
  type === 'image' || type === 'refs' ? text : Number(text)

function listOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}
