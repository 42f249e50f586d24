import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Radio, Select } from 'antd'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FieldInput } from '#kit/fields/web.tsx'
import { type CellProps, type InputProps, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { useFormErrors } from '#kit/web/form/errors.ts'
import { newLine, rowsOf } from '#kit/web/lines/line.ts'
import { mayCall } from '#kit/web/session.ts'
import { toastError, toastSuccess } from '#kit/web/toast.ts'
import { askOnce, useCall } from '#kit/web/useCall.ts'
import { ruleCalls } from '../rule/rule.calls.ts'
import { readRuleValue } from '../rule/rule.rules.ts'
import { useProductDraft } from './ProductFormContext.ts'
import { attrLine } from './product.entity.ts'
import { skuLine } from './product.form.shared.ts'
import { attrOf, combinations, generate, isStale, usable } from './spec.draft.ts'
import { SKUS_MAX, SPECS_MAX, TOO_MANY_SKUS } from './spec.rules.ts'

const SPEC_TYPES = [
  { value: 0, label: '单规格' },
  { value: 1, label: '多规格' },
]

/** 单规格 or 多规格. */
export function SpecTypeInput({ value, onChange, disabled, id }: InputProps) {
  return (
    <Radio.Group
      id={id}
      options={SPEC_TYPES}
      value={Number(value ?? 0)}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Names and values of a specification: from a template or typed; 生成 makes the lines of them. Catalog §2.4. */
export function SpecInput({ value, onChange, disabled = false, path = 'attr', id = path }: InputProps) {
  const errors = useFormErrors()
  const lines = rowsOf(value)
  // The lines keep one function each: one with a hundred values is not to be drawn at every key.
  const now = useRef({ lines, onChange })
  useEffect(() => {
    now.current = { lines, onChange }
  })
  const put = useCallback((at: number, changed: WireRow) => {
    const { lines, onChange } = now.current
    onChange(lines.map((line, index) => (index === at ? { ...line, ...changed } : line)))
  }, [])
  const drop = useCallback((at: number) => {
    const { lines, onChange } = now.current
    onChange(lines.filter((_, index) => index !== at))
  }, [])
  if (disabled) return <SpecView value={value} />
  return (
    <div className="p-specs">
      <Templates onChoose={onChange} />
      {lines.map((line, index) => (
        <SpecLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a name has no identity besides its place.
          key={index}
          id={index === 0 ? id : `${id}-${index}`}
          path={`${path}.${index}`}
          index={index}
          line={line}
          nameWrong={`${path}.${index}.attrName` in errors}
          valuesWrong={`${path}.${index}.attrValues` in errors}
          put={put}
          drop={drop}
        />
      ))}
      <SpecFoot value={value} onAdd={() => onChange([...lines, { attrName: '', attrValues: [] }])} />
    </div>
  )
}

interface SpecLineProps {
  id: string
  path: string
  index: number
  line: WireRow
  nameWrong: boolean
  valuesWrong: boolean
  put(at: number, changed: WireRow): void
  drop(at: number): void
}

const SpecLine = memo(function SpecLine(props: SpecLineProps) {
  const { id, path, index, line, nameWrong, valuesWrong, put, drop } = props
  return (
    <div className="p-spec">
      <div className="p-spec-name" data-path={`${path}.attrName`}>
        <Input
          id={id}
          aria-label={`规格名${index + 1}`}
          aria-invalid={nameWrong}
          placeholder="规格名，如颜色"
          maxLength={attrLine.attrName.max}
          status={nameWrong ? 'error' : ''}
          value={textOf(line.attrName)}
          onChange={(event) => put(index, { attrName: event.target.value })}
        />
      </div>
      <div className="p-spec-values" data-path={`${path}.attrValues`}>
        <FieldInput
          id={`${id}-values`}
          field={attrLine.attrValues}
          placeholder="输入规格值后回车，可粘贴一列"
          value={line.attrValues}
          invalid={valuesWrong}
          onChange={(attrValues) => put(index, { attrValues })}
        />
      </div>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={`删除规格${index + 1}`}
        onClick={() => drop(index)}
      />
    </div>
  )
})

/** 新增规格, 生成, and how many lines that gives. */
function SpecFoot({ value, onAdd }: { value: unknown; onAdd(): void }) {
  const form = useProductDraft()
  const attr = attrOf(value)
  const rows = rowsOf(form.values.attrValue)
  const count = combinations(usable(attr))
  const stale = useMemo(
    () => isStale(attrOf(value), rowsOf(form.values.attrValue)),
    [value, form.values.attrValue],
  )
  const make = () => {
    const complete = usable(attr)
    if (complete.length < attr.length) {
      toastError('请填写完整的规格名和规格值')
      return
    }
    if (new Set(complete.map((line) => line.attrName)).size < complete.length) {
      toastError('规格名不能重复')
      return
    }
    const made = generate(complete, rows, newLine(skuLine))
    if (made === null) {
      toastError(TOO_MANY_SKUS)
      return
    }
    form.set('attrValue', made.rows)
    toastSuccess(`已生成${made.rows.length}个规格：新增${made.added}，移除${made.removed}`)
  }
  const remark =
    count > SKUS_MAX
      ? `共${count}个组合，${TOO_MANY_SKUS}`
      : stale
        ? `规格已修改，请点击生成以更新下面的规格明细（${count}个）`
        : count > 0
          ? `共${count}个组合`
          : '选择规格模板，或新增规格名和规格值'
  return (
    <div className="p-spec-foot">
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={rowsOf(value).length >= SPECS_MAX}
        onClick={onAdd}
      >
        新增规格
      </Button>
      <Button type="primary" disabled={count === 0 || count > SKUS_MAX} onClick={make}>
        生成
      </Button>
      <span className={count > SKUS_MAX || stale ? 'k-error' : 'k-hint'} role="status">
        {remark}
      </span>
    </div>
  )
}

/** A specification to be read. */
export function SpecCell({ value }: CellProps) {
  return <SpecView value={value} />
}

function SpecView({ value }: { value: unknown }) {
  return (
    <ul className="p-spec-view">
      {attrOf(value).map((line) => (
        <li key={line.attrName}>
          <strong>{line.attrName}</strong>：{line.attrValues.join('、')}
        </li>
      ))}
    </ul>
  )
}

const TEMPLATES_SHOWN = 50

/** 规格模板: its names and values are copied, so that a later change of the template changes no product. */
function Templates({ onChoose }: { onChoose(lines: WireRow[]): void }) {
  const [open, setOpen] = useState(false)
  const [keywords, setKeywords] = useState('')
  const { data, isFetching } = useCall(
    ruleCalls.list,
    { keywords, limit: TEMPLATES_SHOWN },
    { enabled: open && mayCall(ruleCalls.list), keep: true },
  )
  if (!mayCall(ruleCalls.list)) return null
  const choose = async (id: number) => {
    const page = data ?? (await askOnce(ruleCalls.list, { limit: TEMPLATES_SHOWN }))
    const found = page.list.find((one) => one.id === id)
    if (found === undefined) return
    const read = readRuleValue(found.ruleValue)
    if ('value' in read)
      onChoose(read.value.map((line) => ({ attrName: line.value, attrValues: line.detail })))
  }
  return (
    <Select<number>
      className="p-templates"
      aria-label="规格模板"
      placeholder="选择规格模板"
      value={null}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setKeywords }}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: one.ruleName }))}
      notFoundContent={isFetching ? '搜索中…' : '没有规格模板'}
      onOpenChange={setOpen}
      onChange={(id) => void choose(id)}
    />
  )
}
