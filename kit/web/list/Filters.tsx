import { CloseOutlined, FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import Input from 'antd/es/input/Input'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useIsPhone } from '#kit/web/useScreen.ts'
import type { ListState } from './useListState.ts'

// A desktop never opens it.
const FilterDrawer = lazy(() => import('./FilterDrawer.tsx'))

/** A filter above a list; its value is a text in the address. */
export interface ListFilter {
  name: string
  label: string
  render(value: string, onChange: (value: string) => void, id: string): ReactNode
  /** a value as its chip tells it; as it is unless given */
  words?(value: string): ReactNode
}

interface FiltersProps {
  state: ListState
  /** what keywords search, e.g. 单位代码、单位名称; none: no keywords */
  searched: string
  /** the first of them stand beside the keywords */
  filters: readonly ListFilter[]
  /** 查询 with nothing changed: what is there now? */
  onAgain(): void
}

type Draft = Readonly<Record<string, string>>

/** So many filters stand in the line of the keywords, the others behind 更多筛选. Screens §2. */
const IN_LINE = 3

const isSame = (one: Draft, other: Draft): boolean =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? '') === (other[name] ?? ''))

/** What takes all filters off. */
export const noFilters = (state: ListState): Draft =>
  Object.fromEntries(Object.keys(state.filters).map((name) => [name, '']))

/** The filters of a list, which count after 查询 or Enter, and beneath them those that are set. Screens §2. */
export function Filters(props: FiltersProps) {
  const { state, filters } = props
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<Draft>(state.filters)
  const [sent, setSent] = useState<Draft>(state.filters)
  const [turn, setTurn] = useState(0)
  if (!isSame(shown, state.filters)) {
    setShown(state.filters)
    // The address follows a search a moment later: what is typed meanwhile stays. What comes otherwise is shown as it is.
    if (!isSame(sent, state.filters)) setTurn(turn + 1)
    setSent(state.filters)
  }
  const set = filters.filter((one) => one.name in state.filters)
  // The tab above the list is a place rather than a filter: it stays.
  const clear = () => {
    const names = ['keywords', ...set.map((one) => one.name)]
    state.set({ filters: Object.fromEntries(names.map((name) => [name, ''])) })
  }
  return (
    <>
      <FilterForm key={turn} {...props} count={set.length} open={open} onOpen={setOpen} onSent={setSent} />
      {set.length > 0 && (
        <ul className="k-chips" aria-label="已选条件">
          {set.map((one) => (
            <Chip
              key={one.name}
              filter={one}
              value={state.filters[one.name] ?? ''}
              onRemove={() => state.set({ filters: { [one.name]: '' } })}
            />
          ))}
          <li>
            <Button type="link" className="k-link" onClick={clear}>
              清除筛选
            </Button>
          </li>
        </ul>
      )}
    </>
  )
}

function Chip({
  filter: { label, words },
  value,
  onRemove,
}: {
  filter: ListFilter
  value: string
  onRemove(): void
}) {
  return (
    <li className="k-chip">
      <span>
        {label}：{words === undefined ? value : words(value)}
      </span>
      {/* Its name is text, so that the label of the filter alone finds its input and nothing else. */}
      <button type="button" title="移除" onClick={onRemove}>
        <CloseOutlined aria-hidden />
        <span className="ts-unseen">移除{label}</span>
      </button>
    </li>
  )
}

interface FormProps extends FiltersProps {
  /** how many are set */
  count: number
  open: boolean
  onOpen(open: boolean): void
  /** these are what the list is asked for next */
  onSent(sent: Draft): void
}

function FilterForm({ state, searched, filters, onAgain, count, open, onOpen, onSent }: FormProps) {
  const phone = useIsPhone()
  const [draft, setDraft] = useState<Draft>(state.filters)
  const uid = useId()
  const value = (name: string) => draft[name] ?? ''
  const put = (name: string, next: string) => setDraft((now) => ({ ...now, [name]: next }))
  const search = () => {
    if (isSame(draft, state.filters) && state.page === 1) onAgain()
    else {
      onSent(draft)
      state.set({ filters: { ...noFilters(state), ...draft } })
      // The next keys are for the rows, and so is the next code that is scanned.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    if (phone) onOpen(false)
  }
  const inLine = phone ? [] : filters.slice(0, IN_LINE)
  const others = filters.slice(inLine.length)
  const inputOf = ({ name, label, render }: ListFilter) => {
    const id = `${uid}${name}`
    return (
      <div key={name} className="k-filter">
        <label htmlFor={id}>{label}</label>
        {render(value(name), (next) => put(name, next), id)}
      </div>
    )
  }
  return (
    <>
      <Searching className="k-filters" onSearch={search}>
        {searched !== '' && (
          <div className="k-filter k-filter-words">
            <Input
              aria-label="关键字"
              value={value('keywords')}
              placeholder={searched}
              title={searched}
              prefix={<SearchOutlined aria-hidden />}
              allowClear
              maxLength={100}
              onChange={(event) => put('keywords', event.target.value)}
              onClear={() => state.set({ filters: { keywords: '' } })}
            />
          </div>
        )}
        {inLine.map(inputOf)}
        <Space className="k-filter-buttons">
          <Button
            type="primary"
            htmlType="submit"
            {...(phone ? { icon: <SearchOutlined />, 'aria-label': '查询', title: '查询' } : {})}
          >
            {phone ? null : '查询'}
          </Button>
          {others.length > 0 && (
            <Button
              type={phone ? 'default' : 'link'}
              icon={phone ? <FilterOutlined /> : undefined}
              aria-expanded={open}
              onClick={() => onOpen(!open)}
            >
              {phone ? (count > 0 ? `筛选（${count}）` : '筛选') : open ? '收起筛选' : '更多筛选'}
            </Button>
          )}
        </Space>
        {open && !phone && others.length > 0 && <div className="k-filter-panel">{others.map(inputOf)}</div>}
      </Searching>
      {open && phone && (
        <Suspense fallback={null}>
          <FilterDrawer onClose={() => onOpen(false)}>
            <Searching className="k-filter-panel" onSearch={search}>
              {others.map(inputOf)}
              <Button type="primary" htmlType="submit">
                查询
              </Button>
            </Searching>
          </FilterDrawer>
        </Suspense>
      )}
    </>
  )
}

interface SearchingProps {
  className: string
  onSearch(): void
  children: ReactNode
}

function Searching({ className, onSearch, children }: SearchingProps) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      {children}
    </form>
  )
}
