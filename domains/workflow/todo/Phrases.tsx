import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { openDialog } from '#kit/web/host.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { taskCalls } from '../task/task.calls.ts'

const PhrasesDialog = lazy(() => import('./PhrasesDialog.tsx'))

const manage = (phrases: readonly string[]): Promise<null> =>
  openDialog<null>((close) => (
    <Suspense fallback={null}>
      <PhrasesDialog phrases={phrases} onClose={() => close(null)} />
    </Suspense>
  ))

/** 常用语 below an opinion: pressing one says it. */
export function Phrases({ onPick }: { onPick(phrase: string): void }) {
  const { data = [] } = useCall(taskCalls.phrases, {}, { quiet: true })
  return (
    <div className="td-phrases">
      {data.map((phrase) => (
        <Button key={phrase} size="small" title={phrase} onClick={() => onPick(phrase)}>
          <span className="td-phrase">{phrase}</span>
        </Button>
      ))}
      <Button
        size="small"
        type="text"
        icon={<SettingOutlined />}
        aria-label="管理常用语"
        title="管理常用语"
        onClick={() => void manage(data)}
      />
    </div>
  )
}

/** An opinion with a phrase at its end. */
export function withPhrase(comment: string, phrase: string): string {
  const said = comment.trim()
  if (said === '' || said.endsWith(phrase)) return said === '' ? phrase : said
  return `${said}${/[，。；！？,.;!?]$/.test(said) ? '' : '，'}${phrase}`
}
