import { RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ComponentProps, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Reading } from '#kit/web/states/Reading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { QueueBar } from './QueueBar.tsx'
import { ScanField } from './ScanField.tsx'
import { type Said, wrong } from './said.web.ts'
import { signal } from './tones.web.ts'

interface Choice {
  readonly id: number
  readonly title: string
  readonly note: string
}

interface ChooserProps {
  job: string
  title: string
  label: string
  empty: string
  /** undefined while they are on their way */
  choices: readonly Choice[] | undefined
  error: Error | null
  onRetry(): void
  /** begins one that is not there yet */
  begin?: { label: string; to: string }
}

/** The number that was scanned to find what to work on; it stands in the address. */
export const useScannedNumber = (): string => useSearchParams()[0].get('code') ?? ''

/** What of a job may be worked on: pressed, or found by the scan of its number. Warehouse §7. */
export function Chooser({ job, title, label, empty, choices, error, onRetry, begin }: ChooserProps) {
  const [, setAddress] = useSearchParams()
  const code = useScannedNumber()
  const [said, setSaid] = useState<Said | null>(null)
  const [only] = choices ?? []
  const isMeant = code !== '' && choices?.length === 1 && only !== undefined
  const isMissing = code !== '' && choices?.length === 0
  useEffect(() => {
    if (isMeant) goTo(`/wms/scan/${job}/${only.id}`, { replace: true })
    if (!isMissing) return
    signal('wrong')
    setSaid(wrong(`没有找到可作业的单据：${code}`))
  }, [isMeant, isMissing, only?.id, job, code])
  const find = (next: string) => setAddress(next === '' ? {} : { code: next }, { replace: true })
  return (
    <div className="w-scan">
      <Head title={title} back="/wms/scan" />
      <ScanField said={said} onCode={find} label={label} />
      <QueueBar />
      {begin !== undefined && (
        <Button size="large" block onClick={() => goTo(begin.to)}>
          {begin.label}
        </Button>
      )}
      {choices === undefined &&
        (error === null ? <Loading rows={4} /> : <ErrorState error={error} onRetry={onRetry} />)}
      {choices?.length === 0 && (
        <Empty text={code === '' ? empty : `没有找到 ${code}，或已不能作业`}>
          {code !== '' && <Button onClick={() => find('')}>显示全部</Button>}
        </Empty>
      )}
      <ul className="w-scan-jobs">
        {choices?.map(({ id, title: name, note }) => (
          <li key={id}>
            <button type="button" onClick={() => goTo(`/wms/scan/${job}/${id}`)}>
              <strong>{name}</strong>
              <span className="k-hint">{note}</span>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What is done, and the way back; its tab is called so as well. */
export function Head({ title, back }: { title: string; back: string }) {
  const { setTitle } = useTab()
  useEffect(() => setTitle(title), [setTitle, title])
  return (
    <header className="w-scan-head">
      <Button onClick={() => goTo(back)}>返回</Button>
      <h1>{title}</h1>
    </header>
  )
}

interface JobReadingProps {
  title: string
  back: string
  of: ComponentProps<typeof Reading>['of']
}

/** In place of a job while it is read, or with why it cannot be worked on: the way back is there all the same. */
export function JobReading({ title, back, of }: JobReadingProps) {
  return (
    <div className="w-scan">
      <Head title={title} back={back} />
      <Reading of={of} />
    </div>
  )
}
