import { UnorderedListOutlined } from '@ant-design/icons'
import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { toastSuccess } from '#kit/web/toast.ts'
import { BUILT_IN, sensitiveWord } from './sensitiveWord.entity.ts'
import { wordCalls } from './words.calls.ts'

const READS = ['source'] as const
type Row = RowSeen<typeof wordCalls.list, typeof READS>

const SHOW = ['word', 'category', 'action', 'matchType', 'source', 'hitCount', 'status', 'updateTime']
const FORM = {
  inputs: {
    matchType: { help: '忽略间隔符：字与字之间的空格、标点、零宽字符不影响匹配' },
  },
}
const { importLines } = wordCalls
const IMPORTING = { bizType: 'sensitiveWord', title: '敏感词', permission: importLines.permission }

const TOP = [
  act({
    label: '逐行导入',
    icon: <UnorderedListOutlined />,
    permission: importLines,
    // The dialog is not waited for: the button is free again while it is open.
    run: () => void openLines(),
  }),
]

function openLines(): Promise<number | null> {
  return openForm({
    of: sensitiveWord,
    calls: { save: importLines },
    shape: importLines.shape,
    id: null,
    title: '逐行导入敏感词',
    told: (answer) => toastSuccess(addedText(answer)),
  })
}

function addedText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('added' in answer && 'repeated' in answer)) return ''
  return `新增${answer.added}个，重复${answer.repeated}个`
}

const switching = (label: string, status: 0 | 1): Act<readonly Row[]> =>
  callAct(wordCalls.statuses, {
    label,
    input: (rows) => ({ ids: rows.map((row) => row.id).join(','), status }),
  })
const BATCH = [switching('启用', 1), switching('停用', 0)]

/** 系统敏感词. Platform §13.4. */
export default function SystemWords() {
  return (
    <ListPage
      reads={READS}
      of={sensitiveWord}
      calls={wordCalls}
      show={SHOW}
      form={FORM}
      dated=""
      top={TOP}
      batch={BATCH}
      importing={IMPORTING}
      noDelete={(row) => (row.source === BUILT_IN ? '内置词不能删除' : null)}
      sizes={LONG_PAGE_SIZES}
    />
  )
}
