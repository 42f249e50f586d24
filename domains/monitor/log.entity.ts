import { z } from 'zod'
import { choice, datetime, int, json, ref, text } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'
import { OUTSIDE_SYSTEMS } from '#kit/shared/outside.ts'

/** Platform §13.3; the numbers stand at the calls. */
const BUSINESS_TYPES = [
  { value: 0, label: '其他' },
  { value: 1, label: '新增' },
  { value: 2, label: '修改' },
  { value: 3, label: '删除', means: 'wrong' },
  { value: 4, label: '授权' },
  { value: 5, label: '导出' },
  { value: 6, label: '导入' },
  { value: 7, label: '强退', means: 'wrong' },
  { value: 8, label: '审核' },
  { value: 9, label: '清空', means: 'wrong' },
] as const

const RESULTS = [
  { value: 1, label: '成功', means: 'done' },
  { value: 0, label: '失败', means: 'wrong' },
] as const

const SOURCES = [
  { value: 'server', label: '服务端' },
  { value: 'browser', label: '浏览器' },
] as const

const HANDLED = [
  { value: 0, label: '未处理', means: 'waits' },
  { value: 1, label: '已处理', means: 'done' },
] as const

const change = z.object({
  type: z.string(),
  id: z.number(),
  title: z.string(),
  fields: z.array(
    z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
})

// The logs are append-only tables of the kit and of access, without the common columns: declared here for what a
// list, its filters and its export need, and not among the entities of the room.

export const operLog = entity(
  'operLog',
  '操作日志',
  {
    time: datetime('时间', { required: true, width: 150 }),
    title: text('模块', { max: 100, search: true, width: 140 }),
    businessType: choice('类型', BUSINESS_TYPES, { initial: 0, filter: true, width: 80 }),
    adminId: ref('操作人', 'admin', { filter: true, list: false, port: false }),
    adminName: text('操作人', { max: 50, search: true, width: 100 }),
    deptId: ref('部门', 'dept', { width: 120 }),
    bizType: text('对象类型', { max: 50, list: false }),
    bizId: int('对象ID', { list: false, big: true }),
    bizTitle: text('对象', { max: 200, search: true, width: 180 }),
    ip: text('IP', { max: 50, width: 130 }),
    status: choice('状态', RESULTS, { initial: 1, filter: true, width: 70 }),
    ms: int('耗时(毫秒)', { initial: 0, width: 100 }),
    requestId: text('请求号', { max: 64, list: false }),
    method: text('方法', { max: 10, list: false }),
    path: text('路径', { max: 200, list: false }),
    params: json('参数', z.unknown()),
    changes: json('变更', z.array(change), { initial: [] }),
  },
  { title: 'title', order: [['time', 'desc']], scope: { owner: 'adminId', dept: 'deptId' }, grams: true },
)

export const loginLog = entity(
  'loginLog',
  '登录日志',
  {
    time: datetime('时间', { required: true, width: 150 }),
    adminId: ref('员工', 'admin', { list: false, port: false }),
    account: text('账号', { max: 50, width: 120 }),
    result: choice('结果', RESULTS, { required: true, filter: true, width: 70 }),
    message: text('提示', { max: 200, width: 200 }),
    ip: text('IP', { max: 50, filter: true, width: 130 }),
    location: text('地点', { max: 100, width: 120 }),
    browser: text('浏览器', { max: 100, width: 120 }),
    os: text('系统', { max: 100, width: 120 }),
    requestId: text('请求号', { max: 64, list: false }),
  },
  { title: 'account', order: [['time', 'desc']], scope: { owner: 'adminId' } },
)

export const errorLog = entity(
  'errorLog',
  '异常日志',
  {
    requestId: text('请求号', { max: 64, filter: true, width: 180 }),
    path: text('路径', { max: 300, filter: true, width: 200 }),
    adminId: ref('人', 'admin', { width: 100 }),
    message: text('错误', { max: 2000, width: 280 }),
    count: int('次数', { initial: 1, width: 70 }),
    firstTime: datetime('首次', { required: true, width: 150 }),
    lastTime: datetime('最近', { required: true, width: 150 }),
    source: choice('来源', SOURCES, { required: true, filter: true, width: 80 }),
    handled: choice('处理状态', HANDLED, { initial: 0, width: 90 }),
    stack: text('堆栈', { max: 8000, long: true, list: false, port: false }),
  },
  { title: 'message', order: [['lastTime', 'desc']] },
)

const SYSTEMS = OUTSIDE_SYSTEMS.map((value) => ({ value, label: value }))

export const outCallLog = entity(
  'outCallLog',
  '外部调用',
  {
    time: datetime('时间', { required: true, width: 150 }),
    system: choice('系统', SYSTEMS, { required: true, filter: true, width: 90 }),
    method: text('方法', { max: 10, width: 70 }),
    address: text('地址', { max: 500, width: 320 }),
    status: int('状态', { initial: 0, width: 80 }),
    ms: int('耗时(毫秒)', { initial: 0, width: 100 }),
    attempt: int('次数', { initial: 1, width: 70 }),
    message: text('失败信息', { max: 300, width: 260 }),
  },
  { title: 'address', order: [['time', 'desc']] },
)

/** What stands in the rows of the lists; the parameters and changes of an operation only in its details. */
const { params: _params, changes: _changes, ...operListed } = operLog.shape
export const operRow = { id: common.id, ...operListed }
export const operDetail = { id: common.id, ...operLog.shape }
export const loginRow = { id: common.id, ...loginLog.shape }
export const errorRow = { id: common.id, ...errorLog.shape }
export const outCallRow = { id: common.id, ...outCallLog.shape }
