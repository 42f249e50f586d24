import { Button } from 'antd'
import { useState } from 'react'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { tagGroupCalls } from './tagGroup.calls.ts'

/** 多标签重叠: how many users have how many tags of a group, on demand. Members §4.2. */
export function TagOverlap({ groupId }: { groupId: number }) {
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <Button type="link" className="k-link" onClick={() => setAsked(true)}>
        查看多标签重叠
      </Button>
    )
  return <Overlap groupId={groupId} />
}

function Overlap({ groupId }: { groupId: number }) {
  const { data, error, refetch } = useCall(tagGroupCalls.overlap, { tagGroupId: groupId }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={2} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.by.length === 0) return <p className="k-hint">还没有用户有这一组的标签</p>
  return (
    <section className="k-section" aria-label="多标签重叠">
      <h3 className="k-group-title">多标签重叠</h3>
      {data.sampled && <p className="k-hint">用户较多，按2%的用户估算</p>}
      <ul>
        {data.by.map(({ tags, users }) => (
          <li key={tags}>
            有{tags}个标签：{users.toLocaleString('en-US')}人
          </li>
        ))}
        {data.pairs.map(({ a, b, users }) => (
          <li key={`${a} ${b}`}>
            “{a}”和“{b}”：{users.toLocaleString('en-US')}人
          </li>
        ))}
      </ul>
    </section>
  )
}
