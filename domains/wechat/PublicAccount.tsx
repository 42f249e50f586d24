import { SyncOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import type { Call, OutWireOf } from '#kit/shared/call.ts'
import { act } from '#kit/web/actions.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { PageTabs } from '#kit/web/PageTabs.tsx'
import { change } from '#kit/web/useCall.ts'
import { AccountOverview } from './AccountOverview.tsx'
import { overview } from './account.calls.ts'
import { fanCalls } from './fan/fan.calls.ts'
import { wechatFan, wechatMessage } from './fan/fan.entity.ts'
import { templateCalls } from './template/template.calls.ts'
import { templateMessage } from './template/template.entity.ts'

const MESSAGE_CALLS = { list: fanCalls.messages }
const TEMPLATE_CALLS = { list: templateCalls.list }
const FAN = { name: 'nickname', code: 'openid', picture: 'avatar' }
const FAN_COLUMNS = ['nickname', 'subscribe', 'subscribeTime', 'scene', 'bound']
const MESSAGE_COLUMNS = ['createTime', 'openid', 'msgType', 'event', 'content', 'answeredBy', 'reply']
const TEMPLATE_COLUMNS = ['type', 'tempKey', 'name', 'content', 'tempId', 'status']

type Synced = OutWireOf<typeof templateCalls.syncWechat>

const WIDTH = 480

/** What became of the templates, those the platform refused one by one. */
function openSynced(title: string, { added, kept, failed }: Synced): Promise<null> {
  return openDialog<null>((close) => (
    <Modal
      open
      title={title}
      width={WIDTH}
      mask={{ closable: false }}
      footer={null}
      onCancel={() => close(null)}
    >
      <p>{`新增${added}个，保留${kept}个，失败${failed.length}个`}</p>
      <ul>
        {failed.map(({ tempKey, errcode, errmsg }) => (
          <li key={tempKey}>{`${tempKey}：${errcode} ${errmsg}`}</li>
        ))}
      </ul>
    </Modal>
  ))
}

const syncing = (label: string, call: typeof templateCalls.syncWechat) =>
  act({
    label,
    icon: <SyncOutlined />,
    permission: call,
    run: async () => {
      try {
        void openSynced(label, await change(call, {}))
      } catch {
        // The refusal has been shown.
      }
    },
  })
const SYNCS = [
  syncing('同步公众号模板', templateCalls.syncWechat),
  syncing('同步小程序订阅消息', templateCalls.syncRoutine),
]

const TABS: readonly { key: string; label: string; call: Call; page: React.ReactNode }[] = [
  { key: 'overview', label: '设置与概览', call: overview, page: <AccountOverview /> },
  {
    key: 'fans',
    label: '粉丝',
    call: fanCalls.list,
    page: <ListPage of={wechatFan} calls={fanCalls} subject={FAN} show={FAN_COLUMNS} dated="" />,
  },
  {
    key: 'messages',
    label: '消息记录',
    call: fanCalls.messages,
    page: <ListPage of={wechatMessage} calls={MESSAGE_CALLS} show={MESSAGE_COLUMNS} dated="时间" />,
  },
  {
    key: 'templates',
    label: '消息模板',
    call: templateCalls.list,
    page: (
      <ListPage
        of={templateMessage}
        calls={TEMPLATE_CALLS}
        show={TEMPLATE_COLUMNS}
        top={SYNCS}
        dated=""
        empty="还没有消息模板，点击上方按钮从公众平台同步"
      />
    ),
  },
]

/** 公众号. Platform §11. */
export default function PublicAccount() {
  return <PageTabs tabs={TABS} />
}
