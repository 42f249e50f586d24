import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { Code } from '#kit/web/print/Code.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { INVITE_CARDS, INVITE_LIST } from './invite.addresses.ts'
import { inviteCalls } from './invite.calls.ts'
import { invitationCode } from './invite.entity.ts'
import { openInvite } from './inviteForm.tsx'

type Row = OutWireOf<typeof inviteCalls.info>

const usersAct: Act<Row> = act({
  label: '查看用户',
  permission: 'admin:user:list',
  run: ({ code }) => goTo(`/user/index/${code}`),
})
const editAct: Act<Row> = act({
  label: '编辑',
  permission: inviteCalls.update,
  run: (row) => openInvite(row),
})
const printAct: Act<Row> = act({
  label: '打印二维码',
  permission: inviteCalls.cards,
  run: ({ id }) => goTo(`${INVITE_CARDS}?ids=${id}`),
})
const switchAct = (status: 0 | 1): Act<Row> =>
  callAct(inviteCalls.status, {
    label: status === 1 ? '启用' : '停用',
    when: (row) => row.status !== status,
    input: ({ id }) => ({ id, status }),
    touches: ['/admin/user/invitation'],
  })
const ACTIONS = [usersAct, editAct, printAct, switchAct(0), switchAct(1)]

const SECTIONS = [
  {
    title: '邀请码',
    fields: ['codeType', 'ownerName', 'channelId', 'used', 'startTime', 'endTime', 'linkUrl'],
  },
  { title: '注册后给予', fields: ['levelId', 'groupId', 'tagIds', 'storeId', 'agentId'] },
]
const CODE_MM = 45

/** 邀请码详情: what it gives, who came by it, and its picture. Members §5.2. */
export default function InvitePage() {
  const { id } = useParams()
  return (
    <InfoPage
      of={invitationCode}
      call={inviteCalls.info}
      id={Number(id)}
      title={(row) => `邀请码 ${row.code}`}
      name={(row) => row.name}
      number={(row) => row.code}
      states={(row) => [invitationCode.shape.status.choices?.find((one) => one.value === row.status)]}
      actions={ACTIONS}
      back={INVITE_LIST}
      figures={(row) => [
        { label: '注册数', value: row.registerNum },
        { label: '首单数', value: row.firstNum },
        { label: '首单率', value: row.firstRate === null ? '—' : `${row.firstRate}%` },
        { label: '消费金额', value: row.netAmount },
      ]}
      sections={SECTIONS}
      parts={(row) => [
        ...(mayCall(inviteCalls.qrcode)
          ? [{ key: 'qrcode', label: '二维码', content: <Picture id={row.id} /> }]
          : []),
        ...relatedPart('records', '邀请记录', {
          call: inviteCalls.records,
          of: { codeId: row.id },
          show: ['userName', 'registerTime', 'firstOrderTime', 'rewardStatus'],
          empty: '还没有人使用该邀请码',
        }),
      ]}
    />
  )
}

function Picture({ id }: { id: number }) {
  const { data } = useCall(inviteCalls.qrcode, { id })
  if (data === undefined) return <Loading rows={3} />
  if (data.link === '') return <p className="k-hint">还没有网站地址，请先在基础配置中填写，二维码才有去处</p>
  return (
    <>
      <Code text={data.link} kind="qrcode" height={CODE_MM} />
      <p className="k-hint">{data.link}</p>
    </>
  )
}
