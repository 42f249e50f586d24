import { Button, Select } from 'antd'
import { type ReactElement, useMemo, useState } from 'react'
import type { Field } from '#kit/shared/field.ts'
import type { Option } from '#kit/shared/standardCalls.ts'
import { debounce } from '#kit/shared/text.ts'
import { rememberChosen } from './recent.ts'
import { refFacts, rememberNames, useRefNames, useRefOptions } from './refs.ts'
import { mayCall } from './session.ts'
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
  /** whoever may make a row makes it here; not in a filter */
  creates?: boolean
  /** where no label stands beside it */
  'aria-label'?: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** Chooses rows of another entity by searching on the server; shows names of chosen ids, also of disabled ones. */
export function RefSelect({
  field,
  value,
  onChange,
  many = false,
  creates = false,
  ...rest
}: RefSelectProps) {
  const [keywords, setKeywords] = useState('')
  const [open, setOpen] = useState(false)
  const { options, recent, loading } = useRefOptions(field, keywords, open)
  const facts = refFacts(field.ref)
  const chosen = useRefNames(field.ref, value)
  const search = useMemo(() => debounce(setKeywords, SEARCH_MS), [])
  const all = withChosen([...recent, ...options], chosen)
  const give = (ids: number[]) => {
    const picked = all.filter((one) => ids.includes(one.value))
    rememberNames(field.ref ?? '', picked)
    if (facts?.offers)
      rememberChosen(
        facts.call.path,
        picked
          .filter((one) => !value.includes(one.value))
          .map(({ value: id, label }) => ({ id, label, words: label })),
      )
    onChange(ids)
  }
  const create = creates && facts?.create !== undefined && mayCall(facts.create) ? facts.create : undefined
  const add = async () => {
    setOpen(false)
    const id = (await create?.open()) ?? null
    if (id !== null) onChange(many ? [...value, id] : [id])
  }
  const common = {
    ...rest,
    className: 'k-fill',
    options: grouped(all, recent),
    open,
    loading,
    popupRender: (list: ReactElement) => (
      <>
        {list}
        {create !== undefined && (
          <Button
            type="link"
            // The list keeps the focus, and would close before the press is done.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void add()}
          >
            新增{facts?.title}
          </Button>
        )}
      </>
    ),
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

/** Those chosen last stand above the others. */
function grouped(all: readonly Option[], recent: readonly Option[]) {
  if (recent.length === 0) return [...all]
  const ids = new Set(recent.map((one) => one.value))
  return [
    { label: '最近选过', options: [...recent] },
    { label: '全部', options: all.filter((one) => !ids.has(one.value)) },
  ]
}

function withChosen(options: readonly Option[], chosen: readonly Option[]): Option[] {
  const listed = new Map(options.map((one) => [one.value, one]))
  return [...chosen.filter((one) => !listed.has(one.value)), ...listed.values()]
}
