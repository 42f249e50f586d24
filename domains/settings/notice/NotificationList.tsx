import type { WireRow } from '#kit/web/fieldUi.ts'
import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { invalidate } from '#kit/web/query.ts'
import { SmsTemplateInput } from '../sms/SmsTemplateInput.tsx'
import { sceneNoticeCalls as calls } from './notice.calls.ts'
import { ABSENT, systemNotification } from './systemNotification.entity.ts'

const READS = ['isNotice', 'isSms', 'isWechat', 'isRoutine'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const { isNotice, isSms, isWechat, isRoutine } = systemNotification.shape
const SWITCHES = [
  { name: 'isNotice', field: isNotice, call: calls.switchNotice },
  { name: 'isSms', field: isSms, call: calls.switchSms },
  { name: 'isWechat', field: isWechat, call: calls.switchWechat },
  { name: 'isRoutine', field: isRoutine, call: calls.switchRoutine },
] as const

// The list does not lie below the path of a switch.
const reread = () => void invalidate('/admin/system/notification')

const COLUMNS = Object.fromEntries(
  SWITCHES.map(({ name, field, call }) => [
    name,
    {
      width: 80,
      render: (row: Row) =>
        row[name] === ABSENT ? (
          '—'
        ) : (
          <StatusSwitch
            field={field}
            name={name}
            row={row}
            call={call}
            input={() => ({ id: row.id })}
            told={reread}
          />
        ),
    },
  ]),
)
const SUBJECT = { code: 'mark' }
const SHOW = ['type', 'description', 'sendType', ...SWITCHES.map(({ name }) => name), 'updateTime']
/** The switch of the channel a template belongs to. */
const CHANNEL_OF: Readonly<Record<string, string>> = {
  smsId: 'isSms',
  wechatId: 'isWechat',
  routineId: 'isRoutine',
}
const FORM = {
  groups: [{ title: '', fields: ['description', 'content', 'smsId', 'wechatId', 'routineId'] }],
  inputs: { smsId: { Input: SmsTemplateInput, help: '' } },
  hidden: (name: string, values: WireRow) => values[CHANNEL_OF[name] ?? ''] === ABSENT,
}
const CALLS = { list: calls.list, info: calls.info, update: calls.update }

/** 消息通知: in which scenes people are told, and by which channels. Platform §12.3. */
export default function NotificationList() {
  return (
    <ListPage
      reads={READS}
      of={systemNotification}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      dated=""
    />
  )
}
