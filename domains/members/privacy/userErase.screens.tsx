import { Alert } from 'antd'
import { callAct, stateAct } from '#kit/web/actions.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { FormState } from '#kit/web/form/useForm.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ERASE_STATES, eraseCalls, eraseDocument, eraseStates } from './userErase.document.ts'

const TOUCHES = ['/admin/user']
const READS = ['eraseStatus', 'uid'] as const
type Row = RowSeen<typeof eraseCalls.list, typeof READS>

/** What stands in the way, each with the way there, and what is lost. Members §10.4. */
function Guards({ uid }: { uid: number }) {
  const { data } = useCall(eraseCalls.guards, { uid }, { quiet: true })
  if (data === undefined) return null
  const { guards, forfeits } = data
  return (
    <section className="k-section">
      {guards.length === 0 ? (
        <Alert type="success" showIcon title="没有阻碍注销的事项" />
      ) : (
        <Alert
          type="warning"
          showIcon
          title="须先处理，才能注销"
          description={guards.map(({ text, to }) => (
            <div key={text}>{to === '' ? text : <PageLink to={to}>{text}</PageLink>}</div>
          ))}
        />
      )}
      {forfeits.length > 0 && (
        <p className="k-hint">注销后放弃：{forfeits.map((one) => one.text).join('、')}，须经用户同意</p>
      )}
    </section>
  )
}

const uidIn = (values: WireRow): number => Number(values.uid ?? 0)
const below = (form: FormState) => uidIn(form.values) > 0 && <Guards uid={uidIn(form.values)} />

/** 注销单. Members §10.4. */
export default documentScreens(eraseDocument, {
  sections: [
    { title: '注销申请', fields: ['uid', 'source', 'reason', 'evidence', 'agreed', 'remark', 'files'] },
    {
      title: '进度',
      fields: [
        'coolUntil',
        'blocked',
        'cancelReason',
        'doneTime',
        'submitBy',
        'auditBy',
        'auditTime',
        'opinion',
      ],
    },
    { title: '执行步骤', fields: ['steps'] },
  ],
  ifAny: {
    blocked: (row) => row.blocked !== '',
    cancelReason: (row) => row.cancelReason !== '',
    steps: (row) => row.steps.length > 0,
  },
  reads: READS,
  actions: [
    stateAct(eraseStates, 'cancel', eraseCalls.cancel, {
      input: ({ id }: Row, reason) => ({ id, reason }),
      touches: TOUCHES,
    }),
    stateAct(eraseStates, 'run', eraseCalls.run, {
      input: ({ id }: Row) => ({ id }),
      success: '已注销',
      touches: TOUCHES,
    }),
    callAct(eraseCalls.data, {
      label: '导出个人数据',
      reason: '导出原因',
      when: (row: Row) => row.eraseStatus !== 4,
      input: ({ uid }: Row, reason) => ({ uid, reason }),
      success: '已开始生成，解压密码见站内信，完成后在我的下载中下载',
    }),
  ],
  list: {
    show: ['eraseNo', 'uid', 'source', 'reason', 'eraseStatus', 'coolUntil', 'auditStatus'],
    empty: '用户申请或后台代办的注销在这里审核和执行',
  },
  form: {
    groups: [{ title: '注销申请', fields: ['uid', 'reason', 'evidence', 'agreed', 'remark'] }],
    inputs: {
      agreed: { help: '积分、优惠券等权益注销后不再保留，须有用户同意的凭证' },
      uid: { help: '个人信息将全部删除，不能恢复' },
    },
    initial: (address) => ({ uid: Number(address.get('uid') ?? 0) || null }),
    below,
  },
  page: {
    states: (row) => [ERASE_STATES.find((one) => one.value === row.eraseStatus)],
    parts: (row) =>
      row.eraseStatus === 4 ? [] : [{ key: 'guards', label: '注销检查', content: <Guards uid={row.uid} /> }],
  },
  touches: TOUCHES,
  print: {
    title: '注销证明',
    head: ['eraseNo', 'uid', 'source', 'doneTime'],
    lines: { name: 'steps', columns: ['title', 'n', 'time'] },
    signs: ['经办', '盖章'],
  },
})
