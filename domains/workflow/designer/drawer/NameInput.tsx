import { Button, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { FIELD_LABELS } from '../../model/texts.ts'
import { useEditing } from './editing.ts'
import { Line, saidOf } from './Line.tsx'

interface NameInputProps {
  label?: string
  name: string
  /** gives the element another name; why it cannot have it, or null */
  rename(to: string): string | null
}

/** 编号, or what else tells one from another: taken over when the input is left; a name that cannot be keeps the former one and the drawer open. */
export function NameInput({ label = FIELD_LABELS.name, name, rename }: NameInputProps) {
  const { pending } = useEditing()
  const id = useId()
  const input = useRef<InputRef>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const latest = useRef<() => boolean>(() => true)

  const take = () => {
    const to = typed?.trim() ?? name
    const why = to === name ? null : rename(to)
    setFault(why)
    if (why === null) setTyped(null)
    return why === null
  }
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const flush = () => {
      const taken = latest.current()
      if (!taken) input.current?.focus()
      return taken
    }
    pending.add(flush)
    return () => {
      pending.delete(flush)
    }
  }, [pending])

  return (
    <Line id={id} label={label} fault={fault} required>
      <Input
        ref={input}
        id={id}
        value={typed ?? name}
        maxLength={200}
        {...saidOf(id, fault)}
        suffix={
          fault === null ? undefined : (
            <Button
              type="link"
              size="small"
              className="k-link"
              onClick={() => {
                setTyped(null)
                setFault(null)
              }}
            >
              恢复为 {name}
            </Button>
          )
        }
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={take}
        onBlur={take}
      />
    </Line>
  )
}
