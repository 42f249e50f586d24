import type { OutWireOf } from '#kit/shared/call.ts'
import { StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { sceneNoticeCalls as calls } from './notice.calls.ts'
import { ABSENT, systemNotification } from './systemNotification.entity.ts'

type Row = OutWireOf<typeof calls.list>['list'][number]

const { isNotice, isSms, isWechat, isRoutine } = systemNotification.shape
const SWITCHES = [
  { name: 'isNotice', field: isNotice, call: calls.switchNotice },
  { name: 'isSms', field: isSms, call: calls.switchSms },
  { name: 'isWechat', field: isWechat, call: calls.switchWechat },
  { name: 'isRoutine', field: isRoutine, call: calls.switchRoutine },
] as const

const COLUMNS = Object.fromEntries(
  SWITCHES.map(({ name, field, call }) => [
    name,
    {
      width: 80,
      render: (row: Row) =>
        row[name] === ABSENT ? (
          '—'
        ) : (
          <StatusSwitch field={field} name={name} row={row} call={call} input={() => ({ id: row.id })} />
        ),
    },
  ]),
)
const FORM = { groups: [{ title: '', fields: ['description', 'content', 'smsId', 'wechatId', 'routineId'] }] }
const CALLS = { list: calls.list, info: calls.info, update: calls.update }

/** 消息通知: in which scenes people are told, and by which channels. Platform §12.3. */
export default function NotificationList() {
  return <ListPage<Row> of={systemNotification} calls={CALLS} columns={COLUMNS} form={FORM} dated="" />
}
