import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { RuleInput } from '../rule/RuleInput.tsx'
import { ruleField } from '../rule/rule.field.ts'
import { readRule } from '../rule/rule.rules.ts'
import { ruleOf } from './RuleFilter.tsx'

const FIELD = ruleField('条件')

interface RuleDialogProps {
  value: string
  /** the rule as text, '' for none; null: nothing was changed */
  onClose(value: string | null): void
}

/** Where the conditions of 高级筛选 are put together. */
export default function RuleDialog({ value, onClose }: RuleDialogProps) {
  const [rule, setRule] = useState<unknown>(() => ruleOf(value))
  const [error, setError] = useState('')
  const done = () => {
    if (rule === null) return onClose('')
    const read = readRule(rule)
    if ('reason' in read) setError(read.reason)
    else onClose(JSON.stringify(read.value))
  }
  return (
    <Dialog
      width={760}
      title="高级筛选"
      okText="确定"
      cancelText="取消"
      onOk={done}
      onCancel={() => onClose(null)}
    >
      <RuleInput
        field={FIELD}
        value={rule}
        onChange={(next) => {
          setRule(next)
          setError('')
        }}
        invalid={error !== ''}
      />
      {error !== '' && (
        <p className="k-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}
