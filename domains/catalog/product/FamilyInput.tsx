import { Select } from 'antd'
import { type DictEntry, useDict } from '#kit/web/dict.ts'
import {
  ariaOf,
  type CellProps,
  type InputProps,
  isNone,
  NONE,
  placeholderOf,
  textOf,
} from '#kit/web/fieldUi.ts'
import { useProductDraft } from './ProductFormContext.ts'

const FAMILIES = 'product_family'

/** 二级产品族: the entries below the chosen family. Catalog §2.3. */
export function SecondFamilyInput(props: InputProps) {
  const families = useDict(FAMILIES)
  const form = useProductDraft()
  const chosen = families.find((one) => one.dictValue === form.values.productFamily)
  return (
    <Select<string>
      {...ariaOf(props)}
      id={props.id}
      className="k-fill"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      disabled={props.disabled}
      value={isNone(props.value) ? undefined : textOf(props.value)}
      placeholder={placeholderOf(props, '请选择')}
      notFoundContent="该产品族没有二级"
      options={(chosen?.children ?? []).map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
      onChange={(value: string | undefined) => props.onChange(value ?? '')}
    />
  )
}

export function SecondFamilyCell({ value }: CellProps) {
  const families = useDict(FAMILIES)
  if (isNone(value)) return <>{NONE}</>
  const entries: DictEntry[] = families.flatMap((one) => one.children ?? [])
  return <>{entries.find((one) => one.dictValue === textOf(value))?.dictLabel ?? textOf(value)}</>
}
