import { image, text } from '#kit/fields/shared.ts'
import { type InputProps, isNone, textOf } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import Pictures from '#kit/web/upload/Pictures.tsx'
import { CategorySelect } from './CategorySelect.tsx'
import { categoryCalls } from './category.calls.ts'
import { type CategoryType, category } from './category.entity.ts'

const NAME_MAX = 8
const ROOT = { value: 0, title: '顶级分类' }

const { pid, sort, status, ...rest } = category.shape
const { sapHierarchy, taxRate, taxCode, wmsGroupId, paramId, shelfLifeDays, needLicences } = rest
const shown = {
  pid,
  name: text('分类名称', { max: NAME_MAX, required: true }),
  extra: image('图标', { help: '建议尺寸 180×180' }),
  sort,
  status,
}
const proposed = { sapHierarchy, taxRate, taxCode, wmsGroupId, paramId, shelfLifeDays, needLicences }

const GROUPS = [
  { title: '分类', fields: ['pid', 'name', 'sort', 'status', 'extra'] },
  {
    title: '新增商品时的默认值',
    note: '只在该分类下新增商品时带出，不改变已有商品。',
    fields: Object.keys(proposed),
  },
]

const parentInput = (type: CategoryType) => (props: InputProps) => (
  <CategorySelect {...props} type={type} root={ROOT} />
)

function IconInput({ field, value, onChange, id, disabled }: InputProps) {
  return (
    <Pictures
      id={id}
      label={field.label}
      kind="icon"
      max={1}
      value={isNone(value) ? [] : [textOf(value)]}
      disabled={disabled}
      onChange={([address]) => onChange(address ?? '')}
    />
  )
}

const INPUTS = { extra: { Input: IconInput }, sort: { help: '数字大的在前' } }

/** The categories a tree shows, and what is particular about them. */
export interface CategoryKind {
  type: CategoryType
  title: string
  /** how deep the tree may be */
  levels: number
  /** with what a product of the category is proposed: taxes, storage, licences */
  defaults: boolean
  /** products are counted, and categories come from a table as well */
  products: boolean
}

interface CategoryChoice {
  /** null: a new one below `pid` */
  id: number | null
  pid: number
  kind: CategoryKind
}

/** The form of a category. Catalog §2.1. */
export function openCategory({ id, pid: parent, kind }: CategoryChoice): Promise<number | null> {
  const { type, title, defaults } = kind
  return openForm({
    of: category,
    calls: categoryCalls,
    shape: defaults ? { ...shown, ...proposed } : shown,
    id,
    title: `${id === null ? '新增' : '编辑'}${title}`,
    initial: { pid: parent },
    inputs: { ...INPUTS, pid: { Input: parentInput(type) } },
    ...(defaults ? { groups: GROUPS, width: 760 } : {}),
    complete: (input) => (id === null ? { ...input, type } : input),
  })
}
