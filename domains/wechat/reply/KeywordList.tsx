import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { KEYWORD_FORM } from '../wechat.addresses.ts'
import { replyCalls } from './reply.calls.ts'
import { wechatReply } from './reply.entity.ts'

type Row = RowSeen<typeof replyCalls.list>

const SHOW = ['keywords', 'matchType', 'type', 'hits', 'status']
const PAGES = { create: KEYWORD_FORM, edit: (row: Row) => `${KEYWORD_FORM}/${row.id}` }

/** 关键字回复. Platform §11.2. */
export default function KeywordList() {
  return <ListPage of={wechatReply} calls={replyCalls} show={SHOW} pages={PAGES} dated="" />
}
