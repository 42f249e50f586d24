import { datetime, flag, int, ref, text } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'

// The sessions lie in a table of access and are shown with their person: declared here for the list, and not among
// the entities of the room.

/** An active session. Platform §13.2. */
export const online = entity(
  'online',
  '在线用户',
  {
    sessionNo: text('会话编号', { max: 8, width: 100 }),
    adminId: int('员工', { list: false }),
    account: text('账号', { max: 50, width: 90 }),
    realName: text('姓名', { max: 50, search: true, width: 80 }),
    deptId: ref('部门', 'dept', { width: 90 }),
    ip: text('IP', { max: 50, width: 110 }),
    location: text('登录地点', { max: 100, width: 80 }),
    device: text('设备', { max: 50, width: 60 }),
    browser: text('浏览器', { max: 50, width: 90 }),
    os: text('操作系统', { max: 50, width: 80 }),
    loginTime: datetime('登录时间', { width: 135 }),
    lastTime: datetime('最近活动', { width: 135 }),
  },
  { title: 'realName', order: [['lastTime', 'desc']], scope: { owner: 'adminId', dept: 'deptId' } },
)

export const onlineRow = {
  id: common.id,
  ...online.shape,
  isCurrent: flag('当前会话', { initial: 0, list: false }),
}
