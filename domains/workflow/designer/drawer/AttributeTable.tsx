import { DeleteOutlined, LockOutlined, PlusOutlined } from '@ant-design/icons'
import { AutoComplete, Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { EXTENSION_ATTRIBUTES, fieldLabel } from '../../model/names.ts'
import { FIELD_LABELS } from '../../model/texts.ts'
import {
  type AttributeRow,
  attributeRows,
  fieldMap,
  keyFault,
  withFields,
  withKey,
  withValue,
} from './edit.ts'
import { useEditing } from './editing.ts'
import { expressionFault } from './faults.ts'
import { choicesOf } from './fields.ts'
import { handlerNames, handlerOptions } from './handlerOptions.ts'
import { saidOf } from './Line.tsx'
import { NamedBox } from './NamedBox.tsx'
import { useDraft } from './useDraft.ts'

/** 扩展属性: keys and values; those of countersigning stay as long as there is one. Workflow §2.1. */
export function AttributeTable() {
  const { properties } = useEditing()
  // A row whose key is still missing is written nowhere.
  const [adding, setAdding] = useState(false)
  const rows = attributeRows(properties)
  return (
    <section className="wf-line" aria-label={FIELD_LABELS.field}>
      <table className="wf-attributes">
        <thead>
          <tr>
            <th scope="col">属性</th>
            <th scope="col">值</th>
            <th scope="col">
              <span className="ts-unseen">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <AttributeLine key={row.key} row={row} />
          ))}
          {adding && (
            <tr>
              <td colSpan={2}>
                <KeyInput former={null} onDone={() => setAdding(false)} />
              </td>
              <td>
                <RemoveButton label="取消新增" onClick={() => setAdding(false)} />
              </td>
            </tr>
          )}
          {rows.length === 0 && !adding && (
            <tr>
              <td colSpan={3} className="k-hint">
                没有扩展属性
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Button block type="dashed" icon={<PlusOutlined />} disabled={adding} onClick={() => setAdding(true)}>
        新增属性
      </Button>
    </section>
  )
}

function AttributeLine({ row: { key, value, fixed } }: { row: AttributeRow }) {
  const { change } = useEditing()
  const remove = () =>
    change((now) => {
      const { [key]: _gone, ...rest } = fieldMap(now)
      return withFields(now, rest)
    })
  return (
    <tr>
      {fixed ? (
        <th scope="row">
          <LockOutlined aria-hidden /> {fieldLabel(key)}
          <div className="k-hint wf-key">{key}</div>
        </th>
      ) : (
        <td>
          <KeyInput former={key} />
        </td>
      )}
      <td>
        <ValueInput name={key} stored={value} />
      </td>
      <td>{!fixed && <RemoveButton label={`删除属性${key}`} onClick={remove} />}</td>
    </tr>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick(): void }) {
  return <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={label} onClick={onClick} />
}

interface KeyInputProps {
  /** null: of a new row */
  former: string | null
  onDone?(): void
}

function KeyInput({ former, onDone }: KeyInputProps) {
  const { properties, host, change } = useEditing()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const take = (text: string | null) => {
    if (text === null) return
    const key = text.trim()
    const why = keyFault(properties, key, former)
    setFault(why)
    if (why !== null) return
    setTyped(null)
    if (key !== former) change((now) => withKey(now, former, key))
    onDone?.()
  }
  const taken = fieldMap(properties)
  const offered = (host.extensionAttributes ?? EXTENSION_ATTRIBUTES).filter(
    (key) => !Object.hasOwn(taken, key),
  )
  return (
    <>
      <AutoComplete
        id={id}
        className="k-fill"
        aria-label="属性名"
        placeholder="选择或输入属性名"
        autoFocus={former === null}
        status={fault === null ? '' : 'error'}
        value={typed ?? former ?? ''}
        options={offered.map((key) => ({ value: key, label: labelled(key) }))}
        {...saidOf(id, fault)}
        onChange={(text) => {
          setTyped(text ?? '')
          setFault(null)
        }}
        onSelect={(key) => take(key)}
        onBlur={() => take(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(typed)
        }}
      />
      {fault !== null && (
        <div id={`${id}-help`} className="k-error" role="alert">
          {fault}
        </div>
      )}
    </>
  )
}

function labelled(key: string): string {
  const label = fieldLabel(key)
  return label === key ? key : `${key}（${label}）`
}

function ValueInput({ name, stored }: { name: string; stored: string }) {
  const { change, host } = useEditing()
  const id = useId()
  const set = (text: string) => change((now) => withValue(now, name, text))
  const draft = useDraft(stored, set)
  const label = `${fieldLabel(name)}的值`
  if (name === 'countersignType')
    return (
      <Select className="k-fill" aria-label={label} value={stored} options={choicesOf(name)} onChange={set} />
    )
  if (name === 'candidateHandler')
    return (
      <NamedBox
        aria-label={label}
        value={stored}
        known={handlerNames(host.handlers, 'candidate')}
        options={handlerOptions(host.handlers, 'candidate')}
        onChange={set}
      />
    )
  const fault = name === 'countersignCompletionCondition' ? expressionFault(draft.text) : null
  return (
    <>
      <Input
        id={id}
        aria-label={label}
        status={fault === null ? '' : 'error'}
        value={draft.text}
        maxLength={2000}
        placeholder={name === 'countersignCompletionCondition' ? '留空：全部同意' : ''}
        {...saidOf(id, fault)}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.flush}
      />
      {fault !== null && (
        <div id={`${id}-help`} className="k-error">
          {fault}
        </div>
      )}
    </>
  )
}
