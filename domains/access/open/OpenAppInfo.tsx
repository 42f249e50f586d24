import { Alert, Button } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { CustomerSessions } from './CustomerSessions.tsx'
import { OpenAppCalls } from './OpenAppCalls.tsx'
import { hasOldKey, KEY_ACTS } from './openApp.acts.tsx'
import { openAppCalls as calls } from './openApp.calls.ts'
import { openApp } from './openApp.entity.ts'
import { openAppForm } from './openAppForm.tsx'
import { WebhookEvents } from './WebhookEvents.tsx'

type App = OutWireOf<typeof calls.info>

const LIST = '/order/openApp'

const editAct: Act<App> = act({
  label: '编辑',
  permission: calls.update,
  run: ({ id }) => void openAppForm(id),
})
const ACTIONS = [editAct, ...KEY_ACTS]

const SECTIONS = [
  {
    title: '应用',
    fields: ['channelId', 'scopes', 'expireTime', 'lastTime', 'remark', 'createTime', 'updateTime'],
  },
  { title: '限制', fields: ['ipList', 'rateLimit', 'externalPrice'] },
  { title: '推送', fields: ['webhookUrl', 'events'] },
]

/** 应用详情: an application, what it was told of and what it asked. Orders §8. */
export default function OpenAppInfo() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请在应用列表中选择应用">
        <Button onClick={() => goTo(LIST)}>开放接口应用</Button>
      </Empty>
    )
  return <Page id={Number(id)} />
}

function Page({ id }: { id: number }) {
  return (
    <InfoPage
      of={openApp}
      call={calls.info}
      id={id}
      title={(row) => `应用详情 ${row.name}`}
      name={(row) => row.name}
      number={(row) => row.appKey}
      states={(row) => [openApp.shape.status.choices?.find((one) => one.value === row.status)]}
      actions={ACTIONS}
      back={LIST}
      notice={(row) =>
        hasOldKey(row) && (
          <Alert
            showIcon
            type="info"
            title={`旧密钥在 ${formatTime(row.oldUntil ?? 0, browserZone)} 之前仍可使用`}
          />
        )
      }
      figures={(row) => [
        { label: '今日调用', value: row.todayCalls },
        { label: '今日限流', value: row.todayRefused },
        { label: '失败推送', value: row.failedEvents },
      ]}
      sections={SECTIONS}
      lists={() => [
        ...(mayCall(calls.eventList)
          ? [{ key: 'events', label: '推送记录', content: <WebhookEvents appId={id} /> }]
          : []),
        ...(mayCall(calls.customerList)
          ? [{ key: 'customers', label: '客户会话', content: <CustomerSessions appId={id} /> }]
          : []),
        ...(mayCall(calls.logList)
          ? [{ key: 'calls', label: '调用记录', content: <OpenAppCalls appId={id} /> }]
          : []),
        ...declaredTabs(openApp.name, id),
      ]}
    />
  )
}
