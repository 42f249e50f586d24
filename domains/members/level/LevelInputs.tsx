import { ColorPicker, Input } from 'antd'
import LinesInput from '#kit/fields/lines/web.tsx'
import { ref } from '#kit/fields/shared.ts'
import { hasPlace } from '#kit/fields/web.tsx'
import { ariaOf, type InputProps, isNone, textOf } from '#kit/web/fieldUi.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { EQUITIES, EQUITY_FACTS } from './equity.rules.ts'

/** The colour of a level. */
export function ColourInput({ id, value, onChange, disabled }: InputProps) {
  return (
    <ColorPicker
      value={isNone(value) ? null : textOf(value)}
      disabled={disabled ?? false}
      allowClear
      disabledAlpha
      showText={(colour) => (isNone(value) ? '未设置' : colour.toHexString())}
      onChange={(colour) => onChange(colour.cleared ? '' : colour.toHexString())}
      {...(id === undefined ? {} : { rootClassName: id })}
    />
  )
}

/** What a benefit says, by its type: a number, a text, a row of another room, or nothing. Members §3.2. */
function EquityValue(props: InputProps) {
  const { value, onChange, row, disabled } = props
  const code = EQUITIES.find((one) => one.value === Number(row?.equityCode))?.value
  if (code === undefined) return <span className="k-hint">请先选择权益类型</span>
  const { means, of, range, text } = EQUITY_FACTS[code]
  if (of !== undefined) {
    const field = ref(means, of)
    if (!hasPlace(field)) return <span className="k-hint">暂无可选的{means}</span>
    return (
      <RefSelect
        aria-label={means}
        field={field}
        value={isNone(value) ? [] : [Number(value)]}
        placeholder="请选择"
        onChange={(ids) => onChange(ids[0] === undefined ? '' : String(ids[0]))}
      />
    )
  }
  if (range === undefined && text !== true) return <span className="k-hint">{means}</span>
  return (
    <Input
      {...ariaOf(props)}
      aria-label={means}
      value={textOf(value)}
      disabled={disabled ?? false}
      placeholder={range === undefined ? means : `${means} ${range[0]}–${range[1]}`}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const INPUTS = { value: EquityValue }

/** 等级权益 of a level. Members §3.2. */
export const EquitiesInput = (props: InputProps) => (
  <LinesInput {...props} inputs={INPUTS} addLabel="新增权益" emptyText="还没有权益" />
)
