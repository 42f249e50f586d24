import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Select, Switch } from 'antd'
import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { FIELD_KINDS, type FieldAttr, fieldLabelOf, isRequired, kindOf } from '../../todo/nodeFields.ts'
import { DraftLine } from './DraftLine.tsx'
import { readRights } from './edit.ts'
import { useEditing } from './editing.ts'
import type { Item } from './fields.ts'
import {
  type FieldRow,
  fieldNameFault,
  fieldRows,
  withFieldAttr,
  withFieldMoved,
  withFieldName,
  withFieldText,
  withNewField,
  withoutField,
} from './formFields.ts'
import { Line } from './Line.tsx'
import { NameInput } from './NameInput.tsx'
import { RIGHT_LABELS, RightInput, USUAL_RIGHT } from './RightsTable.tsx'

/** 表单字段: what a task asks for besides the document. A field is written out below its row. Workflow §1.3. */
export function FormFieldsTable({ item }: { item: Item }) {
  const { properties, change } = useEditing()
  const place = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<number | null>(null)
  const [moved, setMoved] = useState<{ to: number; by: 1 | -1 } | null>(null)
  const rows = fieldRows(properties)

  useEffect(() => {
    if (moved === null) return
    // The button goes along with its row, so that it can be pressed again.
    const buttons = place.current?.querySelectorAll<HTMLButtonElement>(
      `[data-at="${moved.to}"] button[data-by]`,
    )
    const usable = [...(buttons ?? [])].filter((button) => !button.disabled)
    const [same = usable[0]] = usable.filter((button) => button.dataset.by === String(moved.by))
    same?.focus()
  }, [moved])

  const move = (index: number, by: 1 | -1) => {
    change((now) => withFieldMoved(now, index, by))
    if (open === index) setOpen(index + by)
    else if (open === index + by) setOpen(index)
    setMoved({ to: index + by, by })
  }
  const remove = (index: number) => {
    change((now) => withoutField(now, index))
    if (open !== null && open >= index) setOpen(open === index ? null : open - 1)
  }
  return (
    <section ref={place} className="wf-line" aria-label={item.label}>
      <div className="wf-title">{item.label}</div>
      <table className="wf-attributes wf-fields">
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">类型</th>
            <th scope="col">权限</th>
            <th scope="col">
              <span className="ts-unseen">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the name of a field can be changed, its place is what it is known by
            <Fragment key={index}>
              <FieldLine
                row={row}
                index={index}
                last={index === rows.length - 1}
                open={open === index}
                onToggle={() => setOpen(open === index ? null : index)}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
              />
              {open === index && (
                <tr>
                  <td colSpan={4}>
                    <FieldDetails row={row} index={index} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={4} className="k-hint">
                没有表单字段
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() => {
          change(withNewField)
          setOpen(rows.length)
        }}
      >
        新增字段
      </Button>
    </section>
  )
}

interface FieldLineProps {
  row: FieldRow
  index: number
  last: boolean
  open: boolean
  onToggle(): void
  onMove(by: 1 | -1): void
  onRemove(): void
}

function FieldLine({ row, index, last, open, onToggle, onMove, onRemove }: FieldLineProps) {
  const { properties } = useEditing()
  const right = readRights(properties)[row.name]
  const title = titleOf(row)
  return (
    <tr data-at={index}>
      <td>
        <Button type="link" size="small" className="k-link wf-field" aria-expanded={open} onClick={onToggle}>
          {title}
        </Button>
        <div className="k-hint wf-key">{row.name}</div>
      </td>
      <td>
        {fieldLabelOf(row.type)}
        {isRequired(row.attrs) && <div className="k-hint">必填</div>}
      </td>
      <td>{right === undefined ? USUAL_RIGHT : RIGHT_LABELS[right]}</td>
      <td className="wf-field-acts">
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          aria-label={`上移${title}`}
          data-by={-1}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          aria-label={`下移${title}`}
          data-by={1}
          disabled={last}
          onClick={() => onMove(1)}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={`删除${title}`}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

function FieldDetails({ row, index }: { row: FieldRow; index: number }) {
  const { properties, change } = useEditing()
  const typeId = useId()
  const requiredId = useId()
  const kind = kindOf(row.type)
  const title = titleOf(row)
  // What the type was called before stays, as long as nobody chooses another one.
  const types = FIELD_KINDS.map(({ type, label }) => ({ value: type, label }))
  const type = row.type === '' ? kind.type : row.type
  const own = types.some(({ value }) => value === type) ? [] : [{ value: type, label: fieldLabelOf(type) }]
  const rename = (to: string) => {
    const fault = fieldNameFault(properties, index, to)
    if (fault === null) change((now) => withFieldName(now, index, to))
    return fault
  }
  const setAttr = (name: string) => (value: string) => change((now) => withFieldAttr(now, index, name, value))
  return (
    <fieldset className="wf-details" aria-label={`字段${title}`}>
      <NameInput label="字段名" name={row.name} rename={rename} />
      <DraftLine
        label="显示名称"
        value={row.displayName}
        set={(text) => change((now) => withFieldText(now, index, 'displayName', text))}
      />
      <div className="wf-pair">
        <Line id={typeId} label="类型">
          <Select
            id={typeId}
            className="k-fill"
            value={type}
            options={[...types, ...own]}
            onChange={(to) => change((now) => withFieldText(now, index, 'type', to))}
          />
        </Line>
        <Line id={requiredId} label="必填">
          <Switch
            id={requiredId}
            checked={isRequired(row.attrs)}
            onChange={(on) => setAttr('required')(on ? 'true' : '')}
          />
        </Line>
      </div>
      {kind.attrs.map((name) => (
        <DraftLine key={name} {...ATTRS[name]} value={row.attrs[name] ?? ''} set={setAttr(name)} />
      ))}
      <DraftLine label="填写提示" value={row.attrs.help ?? ''} set={setAttr('help')} />
      <div className="wf-title">权限</div>
      <RightInput name={row.name} label={title} />
    </fieldset>
  )
}

const titleOf = ({ displayName, name }: FieldRow) => displayName || name || '未命名字段'

const numberFault = (text: string) =>
  text.trim() === '' || Number.isFinite(Number(text)) ? null : '请输入数字'
const countFault = (least: number) => (text: string) =>
  text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= least) ? null : `请输入不小于${least}的整数`

const ATTRS: Readonly<
  Record<FieldAttr, { label: string; help?: string; area?: 'plain'; faultOf?(text: string): string | null }>
> = {
  maxlength: { label: '最多字数', faultOf: countFault(1) },
  min: { label: '最小值', faultOf: numberFault },
  max: { label: '最大值', faultOf: numberFault },
  decimals: { label: '小数位数', faultOf: countFault(0) },
  options: {
    label: '选项',
    help: '每行一项：显示的文字，或 值:显示的文字',
    area: 'plain',
    faultOf: (text) => (text.trim() === '' ? '请输入选项' : null),
  },
}
