import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { openDialog } from '#kit/web/host.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { conditionsIn, readRule } from '../rule/rule.rules.ts'

// Most who look at the list never say by conditions whom they mean.
const RuleDialog = lazy(() => import('./RuleDialog.tsx'))

/** The rule of a value as it stands in the address; null where there is none. */
export function ruleOf(value: string): unknown {
  try {
    return value === '' ? null : JSON.parse(value)
  } catch {
    return null
  }
}

/** How many conditions a value has, in words. */
function countText(value: string): string {
  const read = readRule(ruleOf(value))
  return 'value' in read ? `${conditionsIn(read.value).length}个条件` : '条件不完整'
}

interface RuleFilterProps {
  value: string
  onChange(value: string): void
  id: string
}

function RuleButton({ value, onChange, id }: RuleFilterProps) {
  const open = async () => {
    const chosen = await openDialog<string | null>((close) => (
      <Suspense fallback={null}>
        <RuleDialog value={value} onClose={close} />
      </Suspense>
    ))
    if (chosen !== null) onChange(chosen)
  }
  return (
    <Button id={id} onClick={() => void open()}>
      {value === '' ? '设置条件' : countText(value)}
    </Button>
  )
}

/** 高级筛选: by conditions on facts of users. A view keeps it for a person. Members §2.3, §4.5. */
export const RULE_FILTER: ListFilter = {
  name: 'conditions',
  label: '高级筛选',
  render: (value, onChange, id) => <RuleButton value={value} onChange={onChange} id={id} />,
  words: countText,
}
