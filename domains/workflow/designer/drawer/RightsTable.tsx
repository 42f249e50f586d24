import { Segmented } from 'antd'
import { RIGHTS, readRights, withRight } from './edit.ts'
import { useEditing } from './editing.ts'
import type { Item } from './fields.ts'
import { fieldRows } from './formFields.ts'

export const RIGHT_LABELS = { read: '只读', edit: '可编辑', hidden: '隐藏' } as const

/** Nothing is said: a field of a document follows its page, one of the node may be filled in. */
export const USUAL_RIGHT = '默认'

const options = [
  { value: '', label: USUAL_RIGHT },
  ...RIGHTS.map((right) => ({ value: right, label: RIGHT_LABELS[right] })),
]

/** What the participants of a task may do with each field of the form; nothing when the form is not known, a hint when no document is bound. */
export function RightsTable({ item }: { item: Item }) {
  const { properties, host } = useEditing()
  // The node's own fields have theirs where they are defined.
  const own = new Set(fieldRows(properties).map(({ name }) => name))
  const fields = (host.formFields ?? []).filter(({ value }) => !own.has(value))
  if (fields.length === 0 && host.formFields?.length !== 0) return null
  return (
    <section className="wf-line" aria-label={item.label}>
      <div className="wf-title">{item.label}</div>
      {fields.length === 0 && <p className="k-hint">流程绑定业务类型后，在此设置单据字段的权限</p>}
      <ul className="wf-rights">
        {fields.map(({ value: name, label }) => (
          <li key={name}>
            <span>{label}</span>
            <RightInput name={name} label={label} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The right to one field, whoever defines it. */
export function RightInput({ name, label }: { name: string; label: string }) {
  const { properties, change } = useEditing()
  return (
    <Segmented
      size="small"
      aria-label={`${label}的权限`}
      name={`right-${name}`}
      value={readRights(properties)[name] ?? ''}
      options={options}
      onChange={(value) =>
        change((now) => withRight(now, name, RIGHTS.find((right) => right === value) ?? null))
      }
    />
  )
}
