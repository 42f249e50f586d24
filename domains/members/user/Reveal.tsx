import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { choice, text } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import { isMasked } from '#kit/shared/field.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { mayCall } from '#kit/web/session.ts'
import { OTHER_REASON, REVEAL_REASONS } from '../privacy/sensitiveLog.entity.ts'
import { REVEALED, userCalls } from './user.calls.ts'

type Shown = OutWireOf<typeof userCalls.reveal>
type Field = (typeof REVEALED)[number]['value']

const why = entity(
  'userReveal',
  '查看原因',
  {
    reason: choice('原因', REVEAL_REASONS, { required: true }),
    reasonText: text('说明', { max: 100, long: true }),
  },
  { title: 'reasonText' },
)

const isShown = (answer: unknown): answer is Shown =>
  typeof answer === 'object' && answer !== null && 'value' in answer && 'seconds' in answer

interface RevealProps {
  uid: number
  field: Field
  /** as it was answered: masked for who may not see it */
  value: string | null
}

/** A masked value with an eye: who gives a reason sees it whole for a minute, and it is kept that they did. Members §10.1. */
export function Reveal({ uid, field, value }: RevealProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), shown.seconds * 1000)
    return () => clearTimeout(timer)
  }, [shown])
  const label = REVEALED.find((one) => one.value === field)?.label ?? ''
  const look = () =>
    openForm({
      of: why,
      calls: { save: userCalls.reveal },
      id: null,
      title: `查看完整${label}`,
      success: '已显示，1分钟后隐藏',
      inputs: { reasonText: { required: (values) => values.reason === OTHER_REASON, secret: true } },
      complete: (input) => ({ ...input, uid, field }),
      told: (answer) => {
        if (isShown(answer)) setShown(answer)
      },
    })
  if (value === null || value === '') return <>{NONE}</>
  if (shown !== null) return <>{shown.value}</>
  if (!isMasked(value) || !mayCall(userCalls.reveal)) return <>{value}</>
  return (
    <>
      {value}{' '}
      <Button
        type="text"
        size="small"
        icon={<EyeOutlined />}
        aria-label={`查看完整${label}`}
        onClick={() => void look()}
      />
    </>
  )
}
