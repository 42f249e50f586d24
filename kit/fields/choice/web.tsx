import { Checkbox, Select } from 'antd'
import type { Field } from '#kit/shared/field.ts'
import {
  ariaOf,
  type CellProps,
  type FieldUi,
  type FilterProps,
  type InputProps,
  isNone,
  NONE,
  placeholderOf,
} from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'

const Radios = lazyInput(() => import('#kit/web/Radios.tsx'))

/** So many choices can stand side by side; more go into a list. */
const IN_VIEW = 4

type Value = number | string

function optionsOf(field: Field) {
  return (field.choices ?? []).map(({ value, label }) => ({ value, label }))
}

// Wire values may come as number or as text; the declared one is what the control knows.
function declared(field: Field, value: unknown): Value | undefined {
  return field.choices?.find((one) => String(one.value) === String(value))?.value
}

function listOf(field: Field, value: unknown): Value[] {
  const parts = Array.isArray(value) ? value : isNone(value) ? [] : String(value).split(',')
  return parts.map((part) => declared(field, part)).filter((one) => one !== undefined)
}

function ChoiceInput(props: InputProps) {
  const { field, value, onChange, id, disabled, compact } = props
  const options = optionsOf(field)
  const common = { ...ariaOf(props), id, disabled, options }
  const inView = !compact && options.length <= IN_VIEW
  if (field.many) {
    if (inView) return <Checkbox.Group {...common} value={listOf(field, value)} onChange={onChange} />
    return (
      <Select<Value[]>
        {...common}
        mode="multiple"
        className="k-fill"
        value={listOf(field, value)}
        placeholder={placeholderOf(props, '请选择')}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        onChange={onChange}
      />
    )
  }
  if (inView) return <Radios {...props} options={options} value={declared(field, value)} />
  return (
    <Select<Value>
      {...common}
      className="k-fill"
      value={declared(field, value)}
      placeholder={placeholderOf(props, '请选择')}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={!field.required}
      onChange={(chosen) => onChange(chosen ?? null)}
    />
  )
}

function ChoiceCell({ field, value }: CellProps) {
  const values = listOf(field, value)
  if (values.length === 0) return <>{NONE}</>
  return (
    <>
      {values.map((one) => {
        const found = field.choices?.find((choice) => choice.value === one)
        return found?.means === undefined ? (
          <span key={one} className="k-among">
            {found?.label}
          </span>
        ) : (
          <StateTag key={one} label={found.label} means={found.means} />
        )
      })}
    </>
  )
}

function ChoiceFilter({ field, value, onChange, id }: FilterProps) {
  return (
    <Select<Value>
      id={id}
      className="k-fill"
      value={declared(field, value)}
      placeholder="全部"
      options={optionsOf(field)}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      onChange={(chosen) => onChange(chosen === undefined ? '' : String(chosen))}
    />
  )
}

export const choiceUi: FieldUi = { Input: ChoiceInput, Cell: ChoiceCell, Filter: ChoiceFilter }
