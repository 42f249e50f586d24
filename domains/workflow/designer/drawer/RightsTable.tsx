import { Segmented } from 'antd'
import { RIGHTS, readRights, withRight } from './edit.ts'
import { useEditing } from './editing.ts'
import type { Item } from './fields.ts'

export const RIGHT_LABELS = { read: '只读', edit: '可编辑', hidden: '隐藏' } as const

const options = [
  { value: '', label: '默认' },
  ...RIGHTS.map((right) => ({ value: right, label: RIGHT_LABELS[right] })),
]

/** What the participants of a task may do with each field of the form; nothing when the form is not known. */
export function RightsTable({ item }: { item: Item }) {
  const { properties, host, change } = useEditing()
  const { formFields = [] } = host
  if (formFields.length === 0) return null
  const rights = readRights(properties)
  return (
    <section className="wf-line" aria-label={item.label}>
      <div className="wf-title">{item.label}</div>
      <ul className="wf-rights">
        {formFields.map(({ value: name, label }) => (
          <li key={name}>
            <span>{label}</span>
            <Segmented
              size="small"
              aria-label={`${label}的权限`}
              name={`right-${name}`}
              value={rights[name] ?? ''}
              options={options}
              onChange={(value) =>
                change((now) => withRight(now, name, RIGHTS.find((right) => right === value) ?? null))
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
