import { Select } from 'antd'
import { useMemo, useState } from 'react'
import type { Field } from '#kit/shared/field.ts'
import type { Option } from '#kit/shared/standardCalls.ts'
import { debounce } from '#kit/shared/text.ts'
import { refFacts, rememberNames, useRefNames, useRefOptions } from './refs.ts'
import { NoneYet } from './Way.tsx'

const SEARCH_MS = 300

interface RefSelectProps {
  field: Field
  value: readonly number[]
  onChange(ids: number[]): void
  many?: boolean
  id?: string | undefined
  disabled?: boolean | undefined
  placeholder: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** Chooses rows of another entity by searching on the server; shows names of chosen ids, also of disabled ones. */
export function RefSelect({ field, value, onChange, many = false, ...rest }: RefSelectProps) {
  const [keywords, setKeywords] = useState('')
  const [open, setOpen] = useState(false)
  const { options, loading } = useRefOptions(field, keywords, open)
  const facts = refFacts(field.ref)
  const chosen = useRefNames(field.ref, value)
  const search = useMemo(() => debounce(setKeywords, SEARCH_MS), [])
  const all = withChosen(options, chosen)
  const give = (ids: number[]) => {
    rememberNames(
      field.ref ?? '',
      all.filter((one) => ids.includes(one.value)),
    )
    onChange(ids)
  }
  const common = {
    ...rest,
    className: 'k-fill',
    options: all,
    loading,
    allowClear: true,
    showSearch: { filterOption: false, onSearch: search },
    onOpenChange: (now: boolean) => {
      setOpen(now)
      if (!now) setKeywords('')
    },
    notFoundContent: loading ? (
      '搜索中…'
    ) : keywords === '' && facts !== undefined ? (
      <NoneYet title={facts.title} page={facts.page} />
    ) : (
      '没有匹配的数据'
    ),
  }
  return many ? (
    <Select<number[]>
      {...common}
      mode="multiple"
      value={[...value]}
      onChange={give}
      maxTagCount="responsive"
    />
  ) : (
    <Select<number>
      {...common}
      value={value[0]}
      onChange={(id: number | undefined) => give(id === undefined ? [] : [id])}
    />
  )
}

function withChosen(options: readonly Option[], chosen: readonly Option[]): Option[] {
  const listed = new Set(options.map((one) => one.value))
  return [...chosen.filter((one) => !listed.has(one.value)), ...options]
}
