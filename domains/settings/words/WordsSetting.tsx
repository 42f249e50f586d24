import { PageTabs } from '#kit/web/PageTabs.tsx'
import { HitFigures } from './HitFigures.tsx'
import { HitList } from './HitList.tsx'
import { SceneTable } from './SceneTable.tsx'
import { WordCheck } from './WordCheck.tsx'
import { hitCalls, sceneCalls, wordCalls } from './words.calls.ts'

const TABS = [
  { key: 'scenes', label: '检测场景', call: sceneCalls.list, page: <SceneTable /> },
  { key: 'check', label: '在线检测', call: wordCalls.check, page: <WordCheck /> },
  { key: 'figures', label: '命中统计', call: hitCalls.figures, page: <HitFigures /> },
  { key: 'hits', label: '命中记录', call: hitCalls.list, page: <HitList /> },
]

/** 敏感词设置. Platform §13.4. */
export default function WordsSetting() {
  return <PageTabs tabs={TABS} />
}
