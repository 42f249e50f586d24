import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { mayCall } from '#kit/web/session.ts'
import { HitFigures } from './HitFigures.tsx'
import { HitList } from './HitList.tsx'
import { SceneTable } from './SceneTable.tsx'
import { WordCheck } from './WordCheck.tsx'
import { hitCalls, sceneCalls, wordCalls } from './words.calls.ts'

const TABS = [
  { key: 'scenes', label: '检测场景', call: sceneCalls.list, View: SceneTable },
  { key: 'check', label: '在线检测', call: wordCalls.check, View: WordCheck },
  { key: 'figures', label: '命中统计', call: hitCalls.figures, View: HitFigures },
  { key: 'hits', label: '命中记录', call: hitCalls.list, View: HitList },
]

/** 敏感词设置. Platform §13.4. */
export default function WordsSetting() {
  const [params, setParams] = useSearchParams()
  const tabs = TABS.filter((tab) => mayCall(tab.call))
  const active = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0]
  return (
    <>
      <Tabs
        activeKey={active?.key ?? ''}
        items={tabs.map(({ key, label }) => ({ key, label }))}
        // Filters and page of one tab mean nothing to the other.
        onChange={(tab) => setParams({ tab }, { replace: true })}
      />
      {active !== undefined && <active.View key={active.key} />}
    </>
  )
}
