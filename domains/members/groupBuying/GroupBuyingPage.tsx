import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { switchState } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { mayCall } from '#kit/web/session.ts'
import { cardAct, openGroup, peopleAct, resetAct } from './groupActs.tsx'
import { EMPLOYEE_LIST, GROUP_LIST } from './groupBuying.addresses.ts'
import { employeeCalls, groupBuyingCalls } from './groupBuying.calls.ts'
import { groupBuying } from './groupBuying.entity.ts'

type Row = OutWireOf<typeof groupBuyingCalls.info>

const editAct: Act<Row> = act({
  label: '编辑',
  permission: groupBuyingCalls.update,
  run: ({ id }) => openGroup(id),
})
const switchAct = (status: 0 | 1): Act<Row> =>
  callAct(groupBuyingCalls.status, {
    label: status === 1 ? '启用' : '停用',
    when: (row) => row.status !== status,
    ...(status === 0 && {
      prompt: ({ name }: Row) =>
        `停用后收回“${name}”员工的客户等级，未支付的企业账户订单将取消，确定停用吗？`,
    }),
    input: ({ id }) => ({ id, status }),
    touches: ['/admin/user/groupBuying'],
  })
const ACTIONS = [peopleAct, editAct, cardAct, resetAct, switchAct(0), switchAct(1)]

const SECTIONS = [
  {
    title: '团购企业',
    fields: ['companyName', 'shoudaId', 'shoudaNum', 'agentId', 'contactName', 'contactPhone'],
  },
  { title: '加入', fields: ['joinModes', 'joinCode', 'startTime', 'endTime', 'maxPeople'] },
  { title: '购买', fields: ['levelId', 'productMode', 'monthLimit', 'payMode', 'shipMode'] },
]

/** 团购企业详情: its terms, its people, what they bought. Members §5.3. */
export default function GroupBuyingPage() {
  const { id } = useParams()
  const list = `${EMPLOYEE_LIST}/${id}`
  return (
    <InfoPage
      of={groupBuying}
      call={groupBuyingCalls.info}
      id={Number(id)}
      title={(row) => `团购企业 ${row.name}`}
      name={(row) => row.name}
      number={(row) => row.groupNo}
      states={(row) => [switchState(row.status)]}
      actions={ACTIONS}
      back={GROUP_LIST}
      figures={(row) => [
        { label: '员工数/名额', value: row.people, ...(mayCall(employeeCalls.list) && { to: list }) },
        {
          label: '待审核',
          value: row.waitNum,
          ...(mayCall(employeeCalls.list) && { to: `${list}?status=0` }),
        },
        { label: '本月金额', value: row.monthAmount },
        { label: '累计金额', value: row.totalAmount },
      ]}
      sections={SECTIONS}
      parts={(row) =>
        relatedPart('people', '员工', {
          call: employeeCalls.list,
          of: { groupBuyingId: row.id },
          show: ['realName', 'empNo', 'deptName', 'userName', 'monthUsed', 'status'],
          empty: '还没有员工',
          all: list,
        })
      }
    />
  )
}
