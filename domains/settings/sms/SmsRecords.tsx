import { ListPage } from '#kit/web/list/ListPage.tsx'
import { smsRecordCalls } from './sms.calls.ts'
import { smsRecord } from './smsRecord.entity.ts'

const SHOW = ['phone', 'template', 'content', 'units', 'status', 'resultcode', 'createTime']
const COLUMNS = { createTime: { title: '时间' } }

/** 短信: every message with what became of it. */
export function SmsRecords() {
  return <ListPage of={smsRecord} calls={smsRecordCalls} show={SHOW} columns={COLUMNS} dated="时间" />
}
