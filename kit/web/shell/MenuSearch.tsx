import { Input, type InputRef, Modal } from 'antd'
import Fuse from 'fuse.js'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import type { MenuItem } from './calls.ts'
import { NamedIcon } from './icons.tsx'
import { entriesOf } from './menu.ts'

const PATTERN_MAX = 32
const SHOWN = 20

interface MenuSearchProps {
  menus: readonly MenuItem[]
  onOpen(url: string): void
  onClose(): void
}

/** Finds a page of the menu by a part of its name or address. Platform §4.4. */
export default function MenuSearch({ menus, onOpen, onClose }: MenuSearchProps) {
  const list = useId()
  const box = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const fuse = useMemo(
    () =>
      new Fuse(entriesOf(menus), {
        keys: [
          { name: 'name', weight: 0.7 },
          { name: 'url', weight: 0.3 },
        ],
        threshold: 0.2,
        location: 0,
        distance: 100,
        minMatchCharLength: 1,
      }),
    [menus],
  )
  const found = fuse.search(text.trim().slice(0, PATTERN_MAX), { limit: SHOWN }).map(({ item }) => item)

  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      const next = (at + step + found.length) % found.length
      setAt(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      const entry = found[at]
      if (entry) onOpen(entry.url)
    }
  }

  return (
    <Modal
      open
      title="菜单搜索"
      footer={null}
      width={600}
      // A look-up that changes nothing: a click beside it is as good as Esc.
      mask={{ closable: true }}
      onCancel={onClose}
      // The dialog takes the focus when it has opened; a field that had it before would lose it.
      afterOpenChange={(open) => {
        if (open) box.current?.focus()
      }}
    >
      <Input
        ref={box}
        allowClear
        value={text}
        placeholder="菜单名称或地址"
        role="combobox"
        aria-label="菜单搜索"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div id={list} role="listbox" aria-label="菜单" className="ts-found">
        {found.map((entry, index) => (
          <div
            key={entry.url}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseEnter={() => setAt(index)}
            onClick={() => onOpen(entry.url)}
            onKeyDown={onKey}
          >
            <NamedIcon name={entry.icon} />
            <span>{entry.name}</span>
            <small>{entry.url}</small>
          </div>
        ))}
      </div>
      {text.trim() !== '' && found.length === 0 && <p className="ts-none">没有找到菜单</p>}
    </Modal>
  )
}
