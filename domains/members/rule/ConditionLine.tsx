import { DeleteOutlined } from '@ant-design/icons'
import { Button, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { choice, choices, date, decimal, int, money, refs, text } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import type { Field } from '#kit/shared/field.ts'
import type { ConditionOffer } from '../tag/tag.calls.ts'
import { type Condition, MOST_DAYS, OPS, type Op, type Window, type WindowType } from './rule.rules.ts'

const WINDOWS: Readonly<Record<WindowType, string>> = { all: '全部时间', lastDays: '近N天', range: '时间段' }
const USUAL_DAYS = 30

const YES_NO = [
  { value: 1, label: '是' },
  { value: 0, label: '否' },
] as const

/** The input of one value of a fact; of several for 属于 and 不属于. */
function inputOf({ type, label, choices: list, ref, decimals }: ConditionOffer): Field {
  if (list.length > 0) return choices(`${label}的值`, list)
  switch (type) {
    case 'money':
      return money(`${label}的值`, { min: -99_999_999_999 })
    case 'number':
      return decimals > 0
        ? decimal(`${label}的值`, { decimals, min: -99_999_999 })
        : int(`${label}的值`, { min: -99_999_999 })
    case 'date':
      return date(`${label}的值`)
    case 'flag':
      return choice(`${label}的值`, YES_NO)
    case 'ref':
    case 'set':
      return refs(`${label}的值`, ref, { max: 200 })
    default:
      return text(`${label}的值`, { max: 50 })
  }
}

/** What a new condition of a fact begins with. */
export function begun(offer: ConditionOffer): Condition {
  const [op = 'eq'] = offer.ops.flatMap((name) => OPS.find((one) => one.value === name)?.value ?? [])
  const window = offer.windows.includes('lastDays') && !offer.windows.includes('all') ? lastDays() : undefined
  return {
    field: offer.field,
    op: offer.ops.includes('ge') ? 'ge' : op,
    value: offer.type === 'flag' ? 1 : null,
    ...(window === undefined ? {} : { window }),
  }
}

const lastDays = (n = USUAL_DAYS): Window => ({ type: 'lastDays', n })

function windowFor(type: WindowType): Window {
  if (type === 'lastDays') return lastDays()
  return type === 'all' ? { type } : { type, from: '', to: '' }
}

/** Refs travel as numbers inside of a rule, and as comma text in their input. */
const numbersOf = (value: unknown): number[] =>
  String(value ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map(Number)

interface LineProps {
  condition: Condition
  offers: readonly ConditionOffer[]
  disabled: boolean
  onChange(condition: Condition): void
  onRemove(): void
}

/** One condition: the fact, its days, how it compares, with what. Members §4.5. */
export function ConditionLine({ condition, offers, disabled, onChange, onRemove }: LineProps) {
  const offer = offers.find((one) => one.field === condition.field)
  const groups = useMemo(
    () =>
      [...Map.groupBy(offers, (one) => one.group)].map(([label, some]) => ({
        label,
        options: some.map((one) => ({ value: one.field, label: one.label })),
      })),
    [offers],
  )
  const become = (field: string) => {
    const next = offers.find((one) => one.field === field)
    if (next !== undefined) onChange(begun(next))
  }
  return (
    <div className="m-rule-line">
      <Select<string>
        aria-label="条件"
        className="m-rule-field"
        value={offer === undefined ? null : condition.field}
        placeholder="选择条件"
        disabled={disabled}
        options={groups}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={become}
      />
      {offer !== undefined && (
        <>
          <WindowInput condition={condition} offer={offer} disabled={disabled} onChange={onChange} />
          <Select<Op>
            aria-label="比较"
            className="m-rule-op"
            value={condition.op}
            disabled={disabled}
            options={OPS.filter((one) => offer.ops.includes(one.value)).map(({ value, label }) => ({
              value,
              label,
            }))}
            onChange={(op) =>
              onChange({ ...condition, op, value: sameShape(condition.op, op) ? condition.value : null })
            }
          />
          <ValueInput condition={condition} offer={offer} disabled={disabled} onChange={onChange} />
        </>
      )}
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label="删除条件"
        title="删除条件"
        disabled={disabled}
        onClick={onRemove}
      />
    </div>
  )
}

const kindOf = (op: Op): string =>
  op === 'between' ? 'two' : op === 'in' || op === 'notIn' ? 'many' : op === 'empty' ? 'none' : 'one'
const sameShape = (a: Op, b: Op): boolean => kindOf(a) === kindOf(b)

interface PartProps {
  condition: Condition
  offer: ConditionOffer
  disabled: boolean
  onChange(condition: Condition): void
}

function WindowInput({ condition, offer, disabled, onChange }: PartProps) {
  if (offer.windows.length === 0) return null
  const window = condition.window ?? { type: 'all' as const }
  const become = (next: Window) => onChange({ ...condition, window: next })
  return (
    <>
      <Select<WindowType>
        aria-label="时间范围"
        className="m-rule-window"
        value={window.type}
        disabled={disabled}
        options={offer.windows.map((value) => ({ value, label: WINDOWS[value] }))}
        onChange={(type) => become(windowFor(type))}
      />
      {window.type === 'lastDays' && (
        <InputNumber<number>
          aria-label="天数"
          className="m-rule-days"
          value={window.n}
          min={1}
          max={MOST_DAYS}
          precision={0}
          disabled={disabled}
          suffix="天"
          onChange={(n) => become(lastDays(n ?? 1))}
        />
      )}
      {window.type === 'range' && (
        <>
          <FieldInput
            field={FROM}
            value={window.from}
            disabled={disabled}
            compact
            onChange={(from) => become({ ...window, from: String(from ?? '') })}
          />
          <FieldInput
            field={TO}
            value={window.to}
            disabled={disabled}
            compact
            onChange={(to) => become({ ...window, to: String(to ?? '') })}
          />
        </>
      )}
    </>
  )
}

const FROM = date('开始日期')
const TO = date('结束日期')

function ValueInput({ condition, offer, disabled, onChange }: PartProps) {
  const field = useMemo(() => inputOf(offer), [offer])
  const { op, value } = condition
  if (op === 'empty') return null
  const isNamed = offer.ref !== '' && offer.choices.length === 0
  const give = (next: unknown) => onChange({ ...condition, value: next })
  const unit = offer.unit === '' ? null : <span className="m-rule-unit">{offer.unit}</span>
  if (op === 'between') {
    const [from, to]: readonly unknown[] = Array.isArray(value) ? value : [null, null]
    return (
      <>
        <span className="m-rule-value">
          <FieldInput
            field={field}
            value={from}
            disabled={disabled}
            compact
            onChange={(next) => give([next, to])}
          />
        </span>
        <span className="m-rule-unit">至</span>
        <span className="m-rule-value">
          <FieldInput
            field={field}
            value={to}
            disabled={disabled}
            compact
            onChange={(next) => give([from, next])}
          />
        </span>
        {unit}
      </>
    )
  }
  return (
    <>
      <span className="m-rule-value">
        <FieldInput
          field={field}
          value={isNamed && Array.isArray(value) ? value.join(',') : value}
          disabled={disabled}
          compact
          onChange={(next) => give(isNamed ? numbersOf(next) : next)}
        />
      </span>
      {unit}
      {offer.help !== '' && <span className="k-hint">{offer.help}</span>}
    </>
  )
}
