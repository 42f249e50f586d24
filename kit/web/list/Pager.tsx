import { Pagination, Select } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { PAGE_SIZES } from '#kit/shared/pager.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import type { ListState } from './useListState.ts'

interface PagerProps {
  total: number
  /** there are more than total */
  more: boolean
  state: Pick<ListState, 'page' | 'limit' | 'set'>
  sizes?: readonly number[]
}

/** total, sizes, prev, pager (5), next, jumper, in this order and always all of them. Platform §4.6. */
export function Pager({ total, more, state, sizes = PAGE_SIZES }: PagerProps) {
  const phone = useIsPhone()
  const { page, limit, set } = state
  return (
    <nav className="k-pager" aria-label="分页">
      <span>
        共 {total.toLocaleString()}
        {more ? '+' : ''} 条
      </span>
      {!phone && (
        <Select
          size="small"
          aria-label="每页条数"
          value={limit}
          options={sizes.map((size) => ({ value: size, label: `${size} 条/页` }))}
          onChange={(next) => set({ limit: next })}
        />
      )}
      <Pagination
        size="small"
        current={page}
        pageSize={limit}
        total={total}
        // On a phone the number of the page is its jumper.
        simple={phone}
        showSizeChanger={false}
        showLessItems
        onChange={(next) => set({ page: next })}
      />
      {!phone && <Jumper last={Math.max(1, Math.ceil(total / limit))} onJump={(to) => set({ page: to })} />}
    </nav>
  )
}

function Jumper({ last, onJump }: { last: number; onJump(page: number): void }) {
  const [text, setText] = useState('')
  const jump = () => {
    const page = Number(text)
    setText('')
    if (text !== '' && Number.isInteger(page)) onJump(Math.min(last, Math.max(1, page)))
  }
  return (
    <span>
      跳至{' '}
      <Input
        size="small"
        className="k-jumper"
        aria-label="跳至页"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value.trim())}
        onPressEnter={jump}
        onBlur={jump}
      />{' '}
      页
    </span>
  )
}
