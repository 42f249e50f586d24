import { Select } from 'antd'
import { useDict } from '#kit/web/dict.ts'
import { ariaOf, type CellProps, type InputProps, NONE, placeholderOf } from '#kit/web/fieldUi.ts'

const FAMILIES = 'product_family'

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** 可购产品族: entries of the dictionary of product families. Catalog §6.2. */
export function FamiliesInput(props: InputProps) {
  const families = useDict(FAMILIES)
  return (
    <Select<string[]>
      {...ariaOf(props)}
      id={props.id}
      className="k-fill"
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      disabled={props.disabled}
      value={textsOf(props.value)}
      placeholder={placeholderOf(props, '请选择')}
      options={families.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
      onChange={props.onChange}
    />
  )
}

export function FamiliesCell({ value }: Pick<CellProps, 'value'>) {
  const families = useDict(FAMILIES)
  const chosen = textsOf(value)
  if (chosen.length === 0) return <>{NONE}</>
  return (
    <>{chosen.map((one) => families.find((each) => each.dictValue === one)?.dictLabel ?? one).join('、')}</>
  )
}
