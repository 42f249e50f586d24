import { ListPage } from '#kit/web/list/ListPage.tsx'
import { sensitiveLog } from './sensitiveLog.entity.ts'
import { exportCalls } from './userExport.calls.ts'

const SHOW = ['label', 'userName', 'adminId', 'reason', 'reasonText', 'ip', 'createTime']
const CALLS = { list: exportCalls.logs }

/** 敏感查看日志: who has seen what of whom in full, and why. Members §10.1. */
export default function SensitiveLogs() {
  return (
    <ListPage
      of={sensitiveLog}
      calls={CALLS}
      show={SHOW}
      dated="查看时间"
      empty="还没有人查看过完整的敏感信息"
    />
  )
}
