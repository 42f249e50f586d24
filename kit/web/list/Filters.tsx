import { FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import Input from 'antd/es/input/Input'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { DateLimit } from './DateLimit.tsx'
import type { ListState } from './useListState.ts'

// A desktop never opens it.
const FilterDrawer = lazy(() => import('./FilterDrawer.tsx'))

/** A filter above a list; its value is a text in the address. */
export interface ListFilter {
  name: string
  label: string
  render(value: string, onChange: (value: string) => void, id: string): ReactNode
}

interface FiltersProps {
  state: ListState
  /** what keywords search, e.g. 单位代码、单位名称; none: no keywords */
  searched: string
  /** label of the time range; none: no time range */
  dated: string
  filters: readonly ListFilter[]
  /** 查询 with nothing changed: what is there now? */
  onAgain(): void
}

type Draft = Record<string, string>

const blankOf = (state: ListState): Draft =>
  Object.fromEntries(Object.keys(state.filters).map((name) => [name, '']))

/** More filters stand behind 展开. */
const IN_VIEW = 4

/** The filter form of a list; it counts after 查询 or Enter. */
export function Filters(props: FiltersProps) {
  const { state } = props
  const phone = useIsPhone()
  const [open, setOpen] = useState(false)
  const key = JSON.stringify(state.filters)
  if (!phone) return <FilterForm key={key} {...props} />
  return (
    <>
      <div className="k-filter-open">
        <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
          {state.count > 0 ? `筛选（${state.count}）` : '筛选'}
        </Button>
      </div>
      {open && (
        <Suspense fallback={null}>
          <FilterDrawer onClose={() => setOpen(false)}>
            <FilterForm key={key} {...props} onDone={() => setOpen(false)} />
          </FilterDrawer>
        </Suspense>
      )}
    </>
  )
}

function FilterForm({
  state,
  searched,
  dated,
  filters,
  onAgain,
  onDone,
}: FiltersProps & { onDone?: () => void }) {
  const [draft, setDraft] = useState<Draft>(state.filters)
  const [all, setAll] = useState(false)
  const uid = useId()
  const value = (name: string) => draft[name] ?? ''
  const search = () => {
    const wanted = { ...blankOf(state), ...draft }
    if (
      Object.entries(wanted).every(([name, one]) => one === (state.filters[name] ?? '')) &&
      state.page === 1
    )
      onAgain()
    else state.set({ filters: wanted })
    onDone?.()
  }
  const put = (name: string, next: string) => setDraft((now) => ({ ...now, [name]: next }))
  const reset = () => {
    setDraft({})
    state.set({ filters: blankOf(state) })
    onDone?.()
  }
  const shown = all || onDone !== undefined ? filters : filters.slice(0, IN_VIEW)
  return (
    <form
      className="k-filters"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      {searched !== '' && (
        <div className="k-filter">
          <label htmlFor={`${uid}keywords`}>关键字</label>
          <Input
            id={`${uid}keywords`}
            value={value('keywords')}
            placeholder={searched}
            title={searched}
            prefix={<SearchOutlined aria-hidden />}
            allowClear
            maxLength={100}
            onChange={(event) => put('keywords', event.target.value)}
          />
        </div>
      )}
      {shown.map((filter) => {
        const id = `${uid}${filter.name}`
        return (
          <div key={filter.name} className="k-filter">
            <label htmlFor={id}>{filter.label}</label>
            {filter.render(value(filter.name), (next) => put(filter.name, next), id)}
          </div>
        )
      })}
      {dated !== '' && (
        <div className={value('dateLimit').includes(',') ? 'k-filter k-filter-wide' : 'k-filter'}>
          <label htmlFor={`${uid}dateLimit`}>{dated}</label>
          <DateLimit
            id={`${uid}dateLimit`}
            label={dated}
            value={value('dateLimit')}
            onChange={(next) => put('dateLimit', next)}
          />
        </div>
      )}
      <Space className="k-filter-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={reset}>重置</Button>
        {onDone === undefined && filters.length > IN_VIEW && (
          <Button type="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起' : '展开'}
          </Button>
        )}
      </Space>
    </form>
  )
}
