import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef, Modal } from 'antd'
import Fuse from 'fuse.js'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { toastError } from '../toast.ts'
import type { MenuItem } from './calls.ts'
import { NamedIcon } from './icons.tsx'
import { initialsOf } from './initials.ts'
import { entriesOf, type MenuEntry } from './menu.ts'
import { MOST_PINS, togglePin, usePins } from './pins.ts'

const PATTERN_MAX = 32
const SHOWN = 20

interface MenuSearchProps {
  adminId: number
  menus: readonly MenuItem[]
  onOpen(url: string): void
  onClose(): void
}

/** What finds a page: a part of its name or address, or the initials of its name. Platform §4.4. */
function useSearch(menus: readonly MenuItem[]): (text: string) => MenuEntry[] {
  return useMemo(() => {
    const entries = entriesOf(menus)
    const initials = entries.map((entry) => ({
      entry,
      own: initialsOf(entry.name.split(' > ').at(-1) ?? ''),
    }))
    const fuse = new Fuse(entries, {
      keys: [
        { name: 'name', weight: 0.7 },
        { name: 'url', weight: 0.3 },
      ],
      threshold: 0.2,
      location: 0,
      distance: 100,
      minMatchCharLength: 1,
    })
    return (text) => {
      const pattern = text.trim().slice(0, PATTERN_MAX)
      const letters = /^[a-z]{2,}$/i.test(pattern) ? pattern.toLowerCase() : null
      const spelled = letters === null ? [] : initials.filter(({ own }) => own.includes(letters))
      // The shorter a name that holds the initials, the more of it was typed.
      const first = spelled.sort((a, b) => a.own.length - b.own.length).map(({ entry }) => entry)
      const found = fuse.search(pattern, { limit: SHOWN }).map(({ item }) => item)
      return [...new Set([...first, ...found])].slice(0, SHOWN)
    }
  }, [menus])
}

/** Finds a page of the menu, and keeps the ones a person uses most at hand. Platform §4.4. */
export default function MenuSearch({ adminId, menus, onOpen, onClose }: MenuSearchProps) {
  const list = useId()
  const box = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const pins = usePins(adminId)
  const search = useSearch(menus)
  const isEmpty = text.trim() === ''
  const pinned = useMemo(() => {
    const entries = entriesOf(menus)
    return pins.flatMap((url) => entries.find((entry) => entry.url === url) ?? [])
  }, [menus, pins])
  const found = isEmpty ? pinned : search(text)

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
  const pin = (entry: MenuEntry) => {
    if (!togglePin(adminId, entry.url)) toastError(`常用菜单最多${MOST_PINS}个`)
    setAt(0)
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
        placeholder="菜单名称、拼音首字母或地址"
        role="combobox"
        aria-label="菜单搜索"
        aria-haspopup="grid"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      {isEmpty && pinned.length > 0 && <p className="ts-none">常用菜单</p>}
      <div className="ts-found">
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the popup of a combobox whose lines hold a button. */}
        <table id={list} role="grid" aria-label="菜单">
          <tbody>
            {found.map((entry, index) => (
              <tr
                key={entry.url}
                id={`${list}-${index}`}
                aria-selected={index === at}
                onMouseEnter={() => setAt(index)}
                onClick={() => onOpen(entry.url)}
                onKeyDown={onKey}
              >
                <td>
                  <NamedIcon name={entry.icon} />
                </td>
                <td>{entry.name}</td>
                <td>
                  <small>{entry.url}</small>
                </td>
                <td>
                  <Button
                    type="text"
                    size="small"
                    icon={pins.includes(entry.url) ? <StarFilled /> : <StarOutlined />}
                    aria-pressed={pins.includes(entry.url)}
                    aria-label={`常用菜单 ${entry.name}`}
                    title={pins.includes(entry.url) ? '移出常用菜单' : '加入常用菜单'}
                    onClick={(event) => {
                      event.stopPropagation()
                      pin(entry)
                    }}
                    onKeyDown={(event) => event.stopPropagation()}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isEmpty && found.length === 0 && <p className="ts-none">没有找到菜单</p>}
    </Modal>
  )
}
