import { GiftOutlined } from '@ant-design/icons'
import { Space, Statistic } from 'antd'
import { formatTime } from '#kit/shared/time.ts'
import { act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { vipCalls } from './membership.calls.ts'
import { vipOrder } from './membership.entity.ts'
import { openGive } from './openGive.tsx'
import { openRefund } from './openRefund.tsx'
import { vipPaymentCalls } from './vipPayment.calls.ts'

const READS = ['uid', 'startTime', 'endTime', 'status', 'orderNo', 'payPrice'] as const
type Row = RowSeen<typeof vipCalls.list, typeof READS>

const CALLS = { list: vipCalls.list, exportRows: vipCalls.exportOrders }
const SHOW = [
  'nickname',
  'levelName',
  'planName',
  'payPrice',
  'status',
  'span',
  'source',
  'payTime',
  'orderNo',
]
const COLUMNS = {
  span: {
    title: '有效期',
    width: 200,
    render: ({ startTime, endTime }: Row) =>
      startTime === null
        ? NONE
        : `${formatTime(startTime).slice(0, 10)} 至 ${endTime === null ? '永久' : formatTime(endTime).slice(0, 10)}`,
  },
}
const SUBJECT = { name: 'nickname', code: 'orderNo' }
const PAGES = { see: ({ uid }: Row) => `/user/levelUserInfo/${uid}` }
const ACTIONS = [
  act<Row>({
    label: '退款',
    permission: vipPaymentCalls.refund,
    danger: true,
    closed: ({ status }) => (status === 1 ? null : '只有已支付的开通单可以退款'),
    run: ({ id }) => openRefund(id),
  }),
]
const TOP = [
  act({
    label: '赠送会员',
    icon: <GiftOutlined />,
    permission: vipCalls.give,
    run: () => openGive(),
  }),
]

function Figures() {
  const { data } = useCall(vipCalls.figures, {}, { quiet: true })
  const rate = data?.renewRate ?? null
  return (
    <Space size={32} wrap className="k-figures">
      <Statistic title="有效会员数" value={data?.members ?? NONE} />
      <Statistic title="今日开通" value={data?.openedToday ?? NONE} />
      <Statistic title="7日内到期" value={data?.endingSoon ?? NONE} />
      <Statistic title="续费率" value={rate === null ? NONE : `${rate.toFixed(2)}%`} />
    </Space>
  )
}

/** 开通记录: who opened, renewed or was given a membership. Members §3.5. */
export function VipOrders({ uid }: { uid?: number }) {
  const own =
    uid === undefined
      ? { searched: '用户昵称、会员号、手机号', above: <Figures />, top: TOP }
      : { fixed: { uid: String(uid) } }
  return (
    <ListPage
      screen={uid === undefined ? 'vipOrders' : 'vipOrdersOfUser'}
      reads={READS}
      of={vipOrder}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      actions={ACTIONS}
      dated="下单时间"
      {...own}
      empty="还没有人开通付费会员"
    />
  )
}
