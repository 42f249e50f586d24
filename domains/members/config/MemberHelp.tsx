import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import Html from '#kit/web/html/Html.tsx'
import { rowsOf } from '#kit/web/lines/line.ts'
import { ConfigGroup } from './ConfigGroup.tsx'
import './help.css'

const TABS = [
  { key: '0', label: '全部渠道' },
  ...CHANNELS.map(({ value, label }) => ({ key: String(value), label })),
]

/** How the help looks on a phone. */
function HelpPreview({ values }: { values: WireRow }) {
  const questions = rowsOf(values.faq)
  return (
    <section className="members-phone" aria-label="手机预览">
      <h4>{textOf(values.title)}</h4>
      <Html html={textOf(values.content)} />
      {Number(values.levelTable) === 1 && <p className="k-hint">此处展示等级表</p>}
      {Number(values.taskTable) === 1 && <p className="k-hint">此处展示任务</p>}
      {questions.length > 0 && (
        <dl>
          {questions.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place alone
            <div key={at}>
              <dt>{textOf(one.question)}</dt>
              <dd>{textOf(one.answer)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** 会员帮助 of each channel; where a channel has none, that of all channels is shown. Members §3.8. */
export default function MemberHelp() {
  const [params, setParams] = useSearchParams()
  const active = TABS.find(({ key }) => key === params.get('channelId'))?.key ?? '0'
  return (
    <div className="k-page">
      <Tabs
        activeKey={active}
        items={TABS}
        onChange={(channelId) => setParams({ channelId }, { replace: true })}
      />
      <ConfigGroup
        key={active}
        type="memberHelp"
        channelId={Number(active)}
        beside={(form) => <HelpPreview values={form.values} />}
      />
    </div>
  )
}
