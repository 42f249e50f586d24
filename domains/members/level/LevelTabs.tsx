import { PageTabs } from '#kit/web/PageTabs.tsx'
import { vipCalls } from '../membership/membership.calls.ts'
import { VipOrders } from '../membership/VipOrders.tsx'
import { LevelLog } from './LevelLog.tsx'
import { Levels } from './Levels.tsx'
import { levelCalls } from './level.calls.ts'

/** 用户等级: levels of the three types, who opened a membership, what became of levels. Members §3.1. */
export default function LevelTabs() {
  return (
    <PageTabs
      tabs={[
        { key: 'member', label: '会员等级', call: levelCalls.list, page: <Levels type={1} /> },
        { key: 'pay', label: '付费等级', call: levelCalls.list, page: <Levels type={2} /> },
        { key: 'customer', label: '客户等级', call: levelCalls.list, page: <Levels type={3} /> },
        { key: 'vip', label: '开通记录', call: vipCalls.list, page: <VipOrders /> },
        { key: 'log', label: '变更记录', call: levelCalls.log, page: <LevelLog /> },
      ]}
    />
  )
}
