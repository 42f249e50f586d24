import { Form, Input, InputNumber, Select } from 'antd'
import { date } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import type { CellProps, InputProps } from '#kit/web/fieldUi.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { useFormErrors } from '#kit/web/form/errors.ts'
import { useCall } from '#kit/web/useCall.ts'
import { paramTemplateCall } from '../masters/masters.calls.ts'
import { useProductDraft } from './ProductFormContext.ts'
import type { ParamValue } from './product.entity.ts'

/** One parameter of a template, as it travels. */
interface ParamLine {
  name: string
  inputType: number
  options: string[]
  unit: string
  isMust: 0 | 1
}

/** Several chosen values stand in one text. */
const BETWEEN = '、'

function valuesOf(value: unknown): ParamValue[] {
  return Array.isArray(value)
    ? value.map((one: Partial<ParamValue>) => ({ name: one.name ?? '', value: one.value ?? '' }))
    : []
}

/** The parameters the main category asks for; none while no category is chosen. Catalog §2.2. */
function useParamLines(cateId: unknown): { lines: readonly ParamLine[]; asked: boolean } {
  const [main = ''] = Array.isArray(cateId) ? cateId.map(String) : String(cateId ?? '').split(',')
  const { data } = useCall(
    paramTemplateCall,
    { cateId: Number(main) },
    { enabled: main !== '', fresh: 60_000, quiet: true },
  )
  return { lines: data?.lines ?? [], asked: data !== undefined }
}

/** 商品参数: an input per parameter of the category; values of former templates stay until they are emptied. */
export function ParamValuesInput({ value, onChange, disabled, id = 'paramValues' }: InputProps) {
  const form = useProductDraft()
  const { lines, asked } = useParamLines(form.values.cateId)
  const error = useFormErrors().paramValues
  const stated = valuesOf(value)
  const known = new Set(lines.map((line) => line.name))
  const former = stated
    .filter((one) => !known.has(one.name))
    .map((one): ParamLine => ({ name: one.name, inputType: 1, options: [], unit: '', isMust: 0 }))
  const put = (name: string, text: string) => {
    const rest = stated.filter((one) => one.name !== name)
    onChange(text === '' ? rest : [...rest, { name, value: text }])
  }
  const all = [...lines, ...former]
  if (all.length === 0)
    return (
      <p className="k-hint">
        {asked ? '所选主分类没有参数模板，可在“商品参数”中维护' : '请先在商品信息中选择商品分类'}
      </p>
    )
  return (
    <div className="k-grid">
      {all.map((line, index) => {
        const text = stated.find((one) => one.name === line.name)?.value ?? ''
        const missing = error !== undefined && line.isMust === 1 && text.trim() === ''
        return (
          <div key={line.name} className="k-item">
            <Form.Item
              label={line.name}
              htmlFor={`${id}-${index}`}
              required={line.isMust === 1}
              validateStatus={missing ? 'error' : ''}
              help={missing ? `请输入${line.name}` : undefined}
            >
              <ParamInput
                id={`${id}-${index}`}
                line={line}
                value={text}
                disabled={disabled ?? false}
                onChange={(next) => put(line.name, next)}
              />
            </Form.Item>
          </div>
        )
      })}
    </div>
  )
}

interface ParamInputProps {
  id: string
  line: ParamLine
  value: string
  disabled: boolean
  onChange(text: string): void
}

function ParamInput({ id, line, value, disabled, onChange }: ParamInputProps) {
  const options = line.options.map((one) => ({ value: one, label: one }))
  switch (line.inputType) {
    case 2:
      return (
        <Select<string>
          id={id}
          className="k-fill"
          allowClear
          showSearch
          disabled={disabled}
          placeholder="请选择"
          options={options}
          value={value === '' ? null : value}
          onChange={(one: string | undefined) => onChange(one ?? '')}
        />
      )
    case 3:
      return (
        <Select<string[]>
          id={id}
          className="k-fill"
          mode="multiple"
          allowClear
          disabled={disabled}
          placeholder="请选择"
          options={options}
          value={value === '' ? [] : value.split(BETWEEN)}
          onChange={(some) => onChange(some.join(BETWEEN))}
        />
      )
    case 4:
      return (
        <InputNumber<string>
          id={id}
          className="k-fill"
          stringMode
          disabled={disabled}
          suffix={line.unit}
          value={value === '' ? null : value}
          onChange={(number) => onChange(number ?? '')}
        />
      )
    case 5:
      return (
        <FieldInput
          id={id}
          field={date(line.name)}
          value={value}
          disabled={disabled}
          onChange={(day) => onChange(typeof day === 'string' ? day : '')}
        />
      )
    default:
      return (
        <Input
          id={id}
          allowClear
          maxLength={200}
          disabled={disabled}
          suffix={line.unit === '' ? undefined : line.unit}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

/** The parameters to be read. */
export function ParamValuesCell({ value }: CellProps) {
  const stated = valuesOf(value)
  if (stated.length === 0) return <>{NONE}</>
  return (
    <dl className="p-params">
      {stated.map((one) => (
        <div key={one.name}>
          <dt>{one.name}</dt>
          <dd>{one.value}</dd>
        </div>
      ))}
    </dl>
  )
}
