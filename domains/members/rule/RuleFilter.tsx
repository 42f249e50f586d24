import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { request } from '#kit/web/request.ts'
import { useCall } from '#kit/web/useCall.ts'
import { tagCalls } from '../tag/tag.calls.ts'
import { RuleInput } from './RuleInput.tsx'
import { ruleField } from './rule.field.ts'
import { conditionsIn, draftRule, readRule } from './rule.rules.ts'

const FIELD = ruleField('高级筛选')

function parsed(value: string): unknown {
  if (value === '') return null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** The rule as the address keeps it, or null when the person gave up. */
const openRule = (value: string): Promise<string | null> =>
  openDialog<string | null>((close) => <RuleDialog value={value} onClose={close} />)

function RuleDialog({ value, onClose }: { value: string; onClose(value: string | null): void }) {
  const [rule, setRule] = useState<unknown>(() => parsed(value))
  const [error, setError] = useState('')
  const finish = async () => {
    if (draftRule(rule) === null) return onClose('')
    const read = readRule(rule)
    if ('reason' in read) return setError(read.reason)
    // What the conditions may be compared with the server knows: the list would only be empty of rows.
    const found = await request(tagCalls.told, { conditions: read.value }, { quiet: true }).catch(
      (problem: unknown) => problem,
    )
    if (found instanceof Error) setError(found.message)
    else onClose(JSON.stringify(read.value))
  }
  return (
    <Dialog
      width={860}
      title="高级筛选"
      okText="筛选"
      onOk={() => void finish()}
      onCancel={() => onClose(null)}
    >
      <RuleInput field={FIELD} value={rule} onChange={setRule} invalid={error !== ''} />
      {error !== '' && <p className="k-error">{error}</p>}
    </Dialog>
  )
}

function RuleButton({ value, onChange, id }: { value: string; onChange(value: string): void; id: string }) {
  const draft = draftRule(parsed(value))
  const open = async () => {
    const next = await openRule(value)
    if (next !== null) onChange(next)
  }
  return (
    <Button id={id} className="k-fill" onClick={() => void open()}>
      {draft === null ? '设置条件' : `${conditionsIn(draft).length}个条件`}
    </Button>
  )
}

function RuleWords({ value }: { value: string }) {
  const draft = draftRule(parsed(value))
  const { data } = useCall(
    tagCalls.told,
    { conditions: draft ?? { match: 'all', items: [] } },
    { quiet: true, enabled: draft !== null },
  )
  return <>{data?.text ?? `${draft === null ? 0 : conditionsIn(draft).length}个条件`}</>
}

/** 高级筛选 of a list of users: the rule builder in a dialog, the rule in words as its chip. Members §2.3, §4.5. */
export const ruleFilter = (name: string, label: string): ListFilter => ({
  name,
  label,
  render: (value, onChange, id) => <RuleButton value={value} onChange={onChange} id={id} />,
  words: (value) => <RuleWords value={value} />,
})
