import { Select } from 'antd'
import LinesInput from '#kit/fields/lines/web.tsx'
import { ref, refs } from '#kit/fields/shared.ts'
import { hasPlace } from '#kit/fields/web.tsx'
import { useDict } from '#kit/web/dict.ts'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { STARS } from '../../company/company.entity.ts'
import { EQUITIES } from './equity.rules.ts'

const BY_TYPE = {
  1: refs('等级', 'orgLevel'),
  3: refs('单位', 'company'),
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** What the plan is for, by the kind of it. */
export function TargetsInput(props: InputProps) {
  const { value, onChange, id, disabled } = props
  const type = Number(useFormDraft().targetType)
  const types = useDict('org_type')
  if (type === 1 || type === 3)
    return (
      <RefSelect
        {...ariaOf(props)}
        many
        key={type}
        field={BY_TYPE[type]}
        value={idsOf(value).map(Number)}
        id={id}
        disabled={disabled}
        placeholder="请选择"
        onChange={(ids) => onChange(ids.map(String))}
      />
    )
  const options =
    type === 2
      ? STARS.map((one) => ({ value: String(one.value), label: one.label }))
      : types.map((one) => ({ value: one.dictValue, label: one.dictLabel }))
  return (
    <Select<string[]>
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      className="k-fill"
      disabled={(disabled ?? false) || ![2, 4].includes(type)}
      value={idsOf(value)}
      options={options}
      placeholder={[2, 4].includes(type) ? '请选择' : '请先选择对象'}
      onChange={onChange}
    />
  )
}

const OBJECTS: Readonly<Record<string, ReturnType<typeof ref>>> = {
  coupon: ref('优惠券', 'coupon'),
  sku: ref('赠品', 'sku'),
}

/** The coupon or the gift of a line; other benefits have none. */
function ObjectInput({ value, onChange, row, id }: InputProps) {
  const object = EQUITIES[textOf(row?.equityType)]?.object
  const field = object == null ? undefined : OBJECTS[object]
  if (field === undefined) return <span className="k-hint">无需选择</span>
  if (!hasPlace(field)) return <span className="k-hint">暂无可选的{field.label}</span>
  return (
    <RefSelect
      field={field}
      value={typeof value === 'number' ? [value] : []}
      id={id}
      placeholder="请选择"
      onChange={(ids) => onChange(ids[0] ?? null)}
    />
  )
}

const CELLS = { objectId: ObjectInput }

export function EquityLines(props: InputProps) {
  return (
    <LinesInput
      {...props}
      inputs={CELLS}
      addLabel="新增权益"
      derive={(_row, changed) => (changed === 'equityType' ? { objectId: null } : {})}
    />
  )
}
