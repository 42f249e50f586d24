import { Button } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { CallError, request } from '#kit/web/request.ts'
import { tagCalls } from '../tag/tag.calls.ts'
import type { RuleGroup } from './rule.rules.ts'

type Found = OutWireOf<typeof tagCalls.preview>

interface Seen {
  rule: string
  found: Found
}

const people = (n: number): string => n.toLocaleString('en-US')

/** How many people a rule means, its words, and some of them, on demand. Members §4.4. */
export function RulePreview({ rule }: { rule: RuleGroup }) {
  const [seen, setSeen] = useState<Seen | null>(null)
  const [error, setError] = useState('')
  const [running, setRunning] = useState(false)
  const asked = JSON.stringify(rule)
  const run = async () => {
    setRunning(true)
    setError('')
    try {
      setSeen({ rule: asked, found: await request(tagCalls.preview, { conditions: rule }, { quiet: true }) })
    } catch (problem) {
      setSeen(null)
      setError(problem instanceof CallError ? problem.message : '预览失败，请重试')
    } finally {
      setRunning(false)
    }
  }
  const shown = seen?.rule === asked ? seen.found : null
  return (
    <div className="m-rule-line" aria-live="polite">
      <Button loading={running} onClick={() => void run()}>
        预览人数
      </Button>
      {error !== '' && <span className="k-error">{error}</span>}
      {shown !== null && (
        <>
          <strong>
            {shown.sampled
              ? `约 ${people(shown.num)} ± ${people(shown.margin)} 人`
              : `${people(shown.num)} 人`}
          </strong>
          {shown.sampled && <span className="k-hint">按2%的用户估算，95%把握</span>}
          <p className="m-rule-text">{shown.text}</p>
          {shown.sample.length > 0 && (
            <ul className="m-rule-sample" aria-label="部分用户">
              {shown.sample.map((one) => (
                <li key={one.uid}>
                  {one.nickname || one.userNo || one.uid} <span className="k-hint">{one.phone}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
