import { Select } from 'antd'
import { meaningOf, useDict } from '#kit/web/dict.ts'
import {
  ariaOf,
  type CellProps,
  type FieldUi,
  type FilterProps,
  type InputProps,
  isNone,
  NONE,
  placeholderOf,
  textOf,
} from '#kit/web/fieldUi.ts'
import { StateTag } from '#kit/web/StateTag.tsx'

function useEntries(type = '') {
  return useDict(type).map((entry) => ({ value: entry.dictValue, label: entry.dictLabel }))
}

function DictInput(props: InputProps) {
  const { field, value, onChange, id, disabled } = props
  return (
    <Select<string>
      {...ariaOf(props)}
      id={id}
      className="k-fill"
      value={isNone(value) ? undefined : textOf(value)}
      disabled={disabled}
      options={useEntries(field.dict)}
      placeholder={placeholderOf(props, '请选择')}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}

function DictCell({ field, value }: CellProps) {
  const entries = useDict(field.dict ?? '')
  if (isNone(value)) return <>{NONE}</>
  const found = entries.find((entry) => entry.dictValue === textOf(value))
  const means = meaningOf(found?.listClass)
  if (found === undefined || means === undefined) return <>{found?.dictLabel ?? textOf(value)}</>
  return <StateTag label={found.dictLabel} means={means} />
}

function DictFilter({ field, value, onChange, id }: FilterProps) {
  return (
    <Select<string>
      id={id}
      className="k-fill"
      value={value === '' ? undefined : value}
      options={useEntries(field.dict)}
      placeholder="全部"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}

export const dictUi: FieldUi = { Input: DictInput, Cell: DictCell, Filter: DictFilter }
