import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { pictureOf } from '../brokenPictures.ts'
import { toastError } from '../toast.ts'
import type { FoundGroup, MenuItem } from './calls.ts'
import { theHouse } from './house.ts'
import { NamedIcon } from './icons.tsx'
import { entriesOf, type MenuEntry } from './menu.ts'
import { menuFinder } from './menuFinder.ts'
import { type NewThing, newThings } from './newThings.ts'
import { openedLast } from './opened.ts'
import { MOST_PINS, togglePin, usePins } from './pins.ts'

interface SearchProps {
  adminId: number
  menus: readonly MenuItem[]
  onOpen(url: string): void
  onClose(): void
}

/** A line of what was found; a page of the menu can be kept at hand. */
interface Line {
  key: string
  url: string
  name: string
  detail: string
  icon?: string
  picture?: string
  entry?: MenuEntry
}

interface Group {
  title: string
  lines: readonly Line[]
}

const pageLine = (entry: MenuEntry): Line => ({
  key: entry.url,
  url: entry.url,
  name: entry.name,
  detail: entry.url,
  icon: entry.icon,
  entry,
})

const actLine = ({ name, url }: NewThing): Line => ({
  key: `新增${url}`,
  url,
  name,
  detail: '',
  icon: 'FormOutlined',
})

const openedLine = ({ name, url }: { name: string; url: string }): Line => ({
  key: `最近${url}`,
  url,
  name,
  detail: '',
  icon: 'HistoryOutlined',
})

const groupOf = (title: string, lines: readonly Line[]): Group[] =>
  lines.length === 0 ? [] : [{ title, lines }]

const recordGroup = ({ type, label, records }: FoundGroup): Group => ({
  title: label,
  lines: records.map(({ id, name, code, picture, page }) => ({
    key: `${type}${id}`,
    url: page,
    name,
    detail: code,
    picture,
  })),
})

/** One record alone says nothing: a pair of characters is the least that tells records apart. */
const FEWEST = 2
const MOST_PAGES = 20
const FEW_PAGES = 5
/** A person who types is not asked for each letter. */
const PAUSE_MS = 200

/** Finds pages of the menu and records by name, number, phone or barcode. Platform §4.4, screens §7. */
export default function Search({ adminId, menus, onOpen, onClose }: SearchProps) {
  const list = useId()
  const box = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const pins = usePins(adminId)
  const entries = useMemo(() => entriesOf(menus), [menus])
  const findPages = useMemo(() => menuFinder(entries), [entries])
  // > asks for what can be begun, # for numbers alone.
  const [, sign = '', typed = ''] = /^([>#]?)\s*(.*)$/s.exec(text.trim()) ?? []
  const [opened] = useState(() => openedLast(adminId))
  const begun = useBegun(sign === '>' || /[新增]/.test(typed))
  const { records, isReading, failed } = useRecords(sign === '>' ? '' : typed)
  const groups = useMemo((): Group[] => {
    const acts = sign === '#' ? [] : begun.filter(({ name }) => name.includes(typed)).map(actLine)
    if (sign === '>') return groupOf('操作', acts)
    if (typed === '') {
      const pinned = pins.flatMap((url) => entries.find((entry) => entry.url === url) ?? [])
      return [...groupOf('最近打开', opened.map(openedLine)), ...groupOf('常用菜单', pinned.map(pageLine))]
    }
    // Records that were found are not to lie below twenty pages.
    const pages = sign === '#' ? [] : findPages(typed).slice(0, records.length === 0 ? MOST_PAGES : FEW_PAGES)
    return [
      ...groupOf('页面', pages.map(pageLine)),
      ...groupOf('操作', acts.slice(0, FEW_PAGES)),
      ...records.map(recordGroup),
    ]
  }, [sign, typed, opened, begun, pins, entries, findPages, records])
  const lines = groups.flatMap((group) => group.lines)
  const idOf = (index: number) => `${list}-${index}`

  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && lines.length > 0) {
      event.preventDefault()
      const next = (at + step + lines.length) % lines.length
      setAt(next)
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      const line = lines[at]
      if (line) onOpen(line.url)
    }
  }
  const pin = (entry: MenuEntry) => {
    if (!togglePin(adminId, entry.url)) toastError(`常用菜单最多${MOST_PINS}个`)
    setAt(0)
  }

  return (
    <Modal
      open
      title="搜索"
      footer={null}
      width={640}
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
        placeholder="页面、商品、单位、单据号、手机号或条码；> 新增…，# 只查编号"
        role="combobox"
        aria-label="搜索"
        aria-haspopup="grid"
        aria-expanded={lines.length > 0}
        aria-controls={list}
        aria-activedescendant={lines[at] ? idOf(at) : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div className="ts-found">
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the popup of a combobox whose lines hold a button. */}
        <table id={list} role="grid" aria-label="搜索结果">
          {groups.map(({ title, lines: own }) => (
            <tbody key={title}>
              <tr className="ts-found-group">
                <th colSpan={4} scope="rowgroup">
                  {title}
                </th>
              </tr>
              {own.map((line) => {
                const index = lines.indexOf(line)
                return (
                  <tr
                    key={line.key}
                    id={idOf(index)}
                    aria-selected={index === at}
                    onMouseEnter={() => setAt(index)}
                    onClick={() => onOpen(line.url)}
                    onKeyDown={onKey}
                  >
                    <td>
                      {line.icon !== undefined && <NamedIcon name={line.icon} />}
                      {line.picture && (
                        <img src={pictureOf(line.picture)} alt="" width={24} height={24} loading="lazy" />
                      )}
                    </td>
                    <td>{line.name}</td>
                    <td>
                      <small>{line.detail}</small>
                    </td>
                    <td>{line.entry && <Pin entry={line.entry} pins={pins} onPin={pin} />}</td>
                  </tr>
                )
              })}
            </tbody>
          ))}
        </table>
      </div>
      {failed && <p className="ts-none">记录没有查到：网络或服务暂时不可用，请再输入一次</p>}
      {typed !== '' && lines.length === 0 && !isReading && !failed && (
        <p className="ts-none">没有找到“{typed}”，可以换个名称、编码或手机号再试</p>
      )}
    </Modal>
  )
}

interface PinProps {
  entry: MenuEntry
  pins: readonly string[]
  onPin(entry: MenuEntry): void
}

function Pin({ entry, pins, onPin }: PinProps) {
  const isPinned = pins.includes(entry.url)
  return (
    <Button
      type="text"
      size="small"
      icon={isPinned ? <StarFilled /> : <StarOutlined />}
      aria-pressed={isPinned}
      aria-label={`常用菜单 ${entry.name}`}
      title={isPinned ? '移出常用菜单' : '加入常用菜单'}
      onClick={(event) => {
        event.stopPropagation()
        onPin(entry)
      }}
      onKeyDown={(event) => event.stopPropagation()}
    />
  )
}

/** What the person may begin, read when it is first wanted. */
function useBegun(wanted: boolean): readonly NewThing[] {
  const { data } = useQuery({ queryKey: ['newThings'], queryFn: newThings, enabled: wanted, retry: false })
  return data ?? NO_THINGS
}

const NO_THINGS: readonly NewThing[] = []
const NONE: readonly FoundGroup[] = []

/** The records that what was typed finds; those of the text before stay until the next ones are there. */
function useRecords(typed: string) {
  const words = useDeferredValue(usePaused(typed))
  const { data, isFetching, isError } = useQuery({
    queryKey: ['/admin/search', words],
    queryFn: () => theHouse().calls.search(words),
    enabled: [...words].length >= FEWEST,
    placeholderData: (before) => before,
    retry: false,
  })
  const isAsked = [...typed].length >= FEWEST
  return {
    records: isAsked ? (data ?? NONE) : NONE,
    isReading: isAsked && (isFetching || words !== typed),
    failed: isAsked && isError,
  }
}

/** A text as it is when nobody has typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
