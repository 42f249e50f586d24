import { Button, Form, Select } from 'antd'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import LinesInput from '#kit/fields/lines/web.tsx'
import { FieldInput, mayShow } from '#kit/fields/web.tsx'
import type { Field, Shape } from '#kit/shared/field.ts'
import { parseMoney } from '#kit/shared/money.ts'
import type { CellProps, InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { useFormErrors } from '#kit/web/form/errors.ts'
import LinesView from '#kit/web/lines/LinesView.tsx'
import { changedLine, rowsOf } from '#kit/web/lines/line.ts'
import { toastError, toastSuccess } from '#kit/web/toast.ts'
import { BarcodeInput } from './CheckedInputs.tsx'
import { useProductDraft, useProductPlace } from './ProductFormContext.ts'
import { sku, skuFields } from './sku.entity.ts'
import { attrOf, fillColumn } from './spec.draft.ts'

const WIDTHS: Readonly<Record<string, number>> = {
  suk: 130,
  image: 80,
  price: 120,
  otPrice: 120,
  cost: 120,
  stock: 100,
  skuCode: 170,
  barCode: 170,
  weight: 110,
  volume: 110,
  brokerage: 120,
  brokerageTwo: 120,
  isShow: 90,
}

const INPUTS = { barCode: BarcodeInput }
const FROZEN = ['suk']

/** The columns of the sku matrix that apply to a product, in their order. Catalog §2.4. */
function shapeOf(values: WireRow, shelved: boolean): Shape {
  const { image, price, otPrice, stock, skuCode, barCode, weight, volume, brokerage, brokerageTwo, isShow } =
    skuFields
  // A price of goods on the shelf changes through 商品资料修改 only.
  const priced = (field: Field): Field => (shelved ? { ...field, readOnly: true } : field)
  const shape: Record<string, Field> = {
    suk: sku.all.suk,
    image,
    price: priced(price),
    otPrice: priced(otPrice),
    ...(mayShow(sku.all.cost) ? { cost: { ...sku.all.cost, required: true } } : {}),
    ...(values.stockMode === 1 ? { stock } : {}),
    skuCode,
    barCode,
    weight,
    volume,
    ...(values.isSub === 1 ? { brokerage, brokerageTwo } : {}),
    isShow,
  }
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, { ...field, width: WIDTHS[name] ?? 120 }]),
  )
}

/** 规格明细: one block of inputs for a single line, else a table that stays fluent with hundreds of lines. */
export function SkuLinesInput(props: InputProps) {
  const { shelved } = useProductPlace()
  const { stockMode, isSub, specType, attr } = useProductDraft().values
  const shape = useMemo(() => shapeOf({ stockMode, isSub }, shelved), [stockMode, isSub, shelved])
  return specType === 1 ? (
    <Matrix {...props} shape={shape} shelved={shelved} attr={attr} />
  ) : (
    <Single {...props} shape={shape} />
  )
}

/** The skus to be read. */
export function SkuLinesCell({ field, value, row, name }: CellProps) {
  const shown = useMemo(() => ({ ...field, shape: shapeOf(row, true) }), [field, row])
  return <LinesView field={shown} value={value} row={row} name={name} wide />
}

interface PartProps extends InputProps {
  shape: Shape
}

function Single({ value, onChange, disabled, path = 'attrValue', id = path, shape }: PartProps) {
  const errors = useFormErrors()
  const [line = {}] = rowsOf(value)
  const { suk: _suk, ...fields } = shape
  return (
    <div className="k-grid">
      {Object.entries(fields).map(([name, field]) => {
        const error = errors[`${path}.0.${name}`]
        const Input = name === 'barCode' ? BarcodeInput : FieldInput
        return (
          <div key={name} className="k-item" data-path={`${path}.0.${name}`}>
            <Form.Item
              label={field.label}
              htmlFor={`${id}-${name}`}
              required={field.required ?? false}
              validateStatus={error === undefined ? '' : 'error'}
              help={error === undefined ? undefined : <span id={`${id}-${name}-help`}>{error}</span>}
            >
              <Input
                id={`${id}-${name}`}
                field={field}
                value={line[name]}
                disabled={disabled || field.readOnly === true}
                invalid={error !== undefined}
                compact={name === 'image'}
                onChange={(next) => onChange([changedLine(line, { [name]: next })])}
              />
            </Form.Item>
          </div>
        )
      })}
      <PriceHint rows={[line]} />
    </div>
  )
}

interface MatrixProps extends PartProps {
  shelved: boolean
  attr: unknown
}

function Matrix({ attr, shelved, shape, ...props }: MatrixProps) {
  const { field, value, onChange, disabled } = props
  const rows = rowsOf(value)
  const lines = useMemo(() => ({ ...field, shape }), [field, shape])
  const now = useRef({ rows, onChange })
  useEffect(() => {
    now.current = { rows, onChange }
  })
  const fill = useCallback((name: string, one: unknown, where: Where) => {
    const { rows, onChange } = now.current
    const filled = fillColumn(rows, name, one, where, changedLine)
    onChange([...filled.rows])
    return filled.count
  }, [])
  return (
    <>
      {!disabled && rows.length > 1 && <Filling shape={shape} attr={attr} fill={fill} />}
      <LinesInput
        {...props}
        field={lines}
        fixed={shelved ? true : 'less'}
        inputs={INPUTS}
        freeze={FROZEN}
        emptyText="还没有规格明细，请在上面新增规格后点击生成"
        totals={priceHint}
      />
    </>
  )
}

type Where = Readonly<Record<string, string>>

interface FillingProps {
  shape: Shape
  attr: unknown
  /** answers how many lines were changed */
  fill(name: string, value: unknown, where: Where): number
}

/** Codes belong to one line only. */
const NOT_FILLED = new Set(['skuCode', 'barCode'])

/** 批量设置: one value into a column, of all lines or of those with certain specification values. */
const Filling = memo(function Filling({ shape, attr, fill }: FillingProps) {
  const columns = Object.entries(shape).filter(([name, field]) => !field.readOnly && !NOT_FILLED.has(name))
  const [name, setName] = useState('price')
  const [value, setValue] = useState<unknown>(null)
  const [where, setWhere] = useState<Where>({})
  const [chosen = '', field] = columns.find(([one]) => one === name) ?? columns[0] ?? []
  if (field === undefined) return null
  const press = () => {
    const result = field.schema.safeParse(value)
    if (result.success) toastSuccess(`已设置${fill(chosen, value, where)}行${field.label}`)
    else toastError(result.error.issues[0]?.message ?? `${field.label}格式不正确`)
  }
  const limit = (spec: string, one: string | undefined) => {
    const { [spec]: _before, ...rest } = where
    setWhere(one === undefined ? rest : { ...rest, [spec]: one })
  }
  return (
    <fieldset className="p-fill">
      <legend className="ts-unseen">批量设置</legend>
      <span className="p-fill-title">批量设置</span>
      {attrOf(attr).map((line) => (
        <Select<string>
          key={line.attrName}
          className="p-fill-where"
          aria-label={`限${line.attrName}`}
          placeholder={`全部${line.attrName}`}
          allowClear
          showSearch
          value={where[line.attrName] ?? null}
          options={line.attrValues.map((one) => ({ value: one, label: one }))}
          onChange={(one: string | undefined) => limit(line.attrName, one)}
        />
      ))}
      <Select<string>
        className="p-fill-where"
        aria-label="批量设置的列"
        value={chosen}
        options={columns.map(([one, column]) => ({ value: one, label: column.label }))}
        onChange={(next) => {
          setName(next)
          setValue(shape[next]?.type === 'flag' ? 1 : null)
        }}
      />
      <div className="p-fill-value">
        <FieldInput key={chosen} compact field={field} id="p-fill-value" value={value} onChange={setValue} />
      </div>
      <Button onClick={press}>填充</Button>
      <span className="k-hint">也可从表格软件复制一列，在单元格中粘贴</span>
    </fieldset>
  )
})

const priceHint = (rows: readonly WireRow[]) => <PriceHint rows={rows} />

/** 原价低于售价 is told, not refused. */
function PriceHint({ rows }: { rows: readonly WireRow[] }) {
  const count = rows.filter((row) => {
    const price = parseMoney(row.price)
    const otPrice = parseMoney(row.otPrice)
    return price !== null && otPrice !== null && otPrice < price
  }).length
  if (count === 0) return null
  return <span className="p-warning">{rows.length === 1 ? '原价低于售价' : `${count}行原价低于售价`}</span>
}
