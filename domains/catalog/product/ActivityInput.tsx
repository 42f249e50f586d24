import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import type { Choice } from '#kit/shared/field.ts'
import type { CellProps, InputProps } from '#kit/web/fieldUi.ts'

// What was never ordered stands in the declared order behind the rest.
function orderOf(choices: readonly Choice[], value: unknown): Choice[] {
  const parts: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const given = parts.map(String)
  const chosen = given.flatMap((one) => choices.filter((choice) => String(choice.value) === one))
  return [...chosen, ...choices.filter((choice) => !chosen.includes(choice))]
}

/** 活动优先级: which activity of a product counts first; dragged, or moved with the arrows. Catalog §2.3. */
export function ActivityInput({ field, value, onChange, disabled, id }: InputProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const order = orderOf(field.choices ?? [], value)
  const move = (from: number, to: number) => {
    const next = [...order]
    const [moved] = next.splice(from, 1)
    if (moved === undefined || to < 0 || to > next.length) return
    next.splice(to, 0, moved)
    onChange(next.map((one) => one.value))
  }
  return (
    <ol className="p-order" id={id}>
      {order.map((one, index) => (
        <li
          key={one.value}
          draggable={!disabled}
          onDragStart={() => setDragged(index)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged !== null) move(dragged, index)
            setDragged(null)
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<LeftOutlined />}
            aria-label={`${one.label}前移`}
            disabled={disabled || index === 0}
            onClick={() => move(index, index - 1)}
          />
          <span>
            {index + 1} {one.label}
          </span>
          <Button
            type="text"
            size="small"
            icon={<RightOutlined />}
            aria-label={`${one.label}后移`}
            disabled={disabled || index === order.length - 1}
            onClick={() => move(index, index + 1)}
          />
        </li>
      ))}
    </ol>
  )
}

export function ActivityCell({ field, value }: CellProps) {
  return (
    <>
      {orderOf(field.choices ?? [], value).map((one, index) => (
        <Tag key={one.value}>
          {index + 1} {one.label}
        </Tag>
      ))}
    </>
  )
}
