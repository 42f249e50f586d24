import { choice, datetime, flag, int, ref, text } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'
import { ruleField } from '../rule/rule.field.ts'
import { colour } from './userTagGroup.entity.ts'

export const TAG_TYPES = [
  { value: 1, label: '手工' },
  { value: 2, label: '自动' },
] as const
export const AUTOMATIC = 2

export const RUN_MODES = [
  { value: 1, label: '每日' },
  { value: 2, label: '每周' },
  { value: 3, label: '每月' },
  { value: 4, label: '实时' },
  { value: 5, label: '仅一次' },
] as const
export const WEEKLY = 2
export const MONTHLY = 3
export const REALTIME = 4
export const ONCE = 5

export const REMOVE_MODES = [
  { value: 1, label: '移除' },
  { value: 2, label: '保留' },
] as const

/** Of a tag and of one of its runs. Members §4.2, §11. */
export const RUN_STATES = [
  { value: 0, label: '未计算', means: 'off' },
  { value: 1, label: '排队中', means: 'runs' },
  { value: 2, label: '计算中', means: 'runs' },
  { value: 3, label: '成功', means: 'done' },
  { value: 4, label: '失败', means: 'wrong' },
] as const
export const QUEUED = 1
export const RUNNING = 2
export const SUCCEEDED = 3
export const FAILED = 4

export const RUN_KINDS = [
  { value: 1, label: '定时' },
  { value: 2, label: '手动' },
] as const

/** How a user came by a tag; −1: taken away by hand, no rule gives it again. Members §1.3. */
export const TAG_SOURCES = [
  { value: 1, label: '手工' },
  { value: 2, label: '规则' },
  { value: 3, label: '导入' },
  { value: 4, label: '接口' },
  { value: 5, label: '包含' },
  { value: -1, label: '手工排除' },
] as const
export const BY_IMPORT = 3
export const IMPLIED = 5
export const EXCLUDED = -1
export type HandSource = 1 | 3 | 4

/** A mark that users carry, by hand or by a rule. Members §4.2. */
export const userTag = entity(
  'userTag',
  '用户标签',
  {
    name: text('标签名称', { max: 50, required: true, unique: true, search: true, width: 160 }),
    tagGroupId: ref('标签组', 'userTagGroup', { filter: true, width: 120 }),
    tagType: choice('标签类型', TAG_TYPES, { initial: 1, filter: true, width: 80 }),
    color: colour('颜色'),
    mark: text('说明', { max: 200, list: false }),
    conditions: ruleField('规则'),
    runMode: choice('更新方式', RUN_MODES, { initial: 1, width: 90 }),
    /** 1 Monday to 7 Sunday of 每周; day 1 to 28 of 每月 */
    runDay: int('执行日', { initial: 1, min: 1, max: 28, list: false }),
    runHour: int('执行时刻(时)', { initial: 3, min: 0, max: 23, list: false }),
    removeMode: choice('不再满足时', REMOVE_MODES, { initial: 1, list: false }),
    validDays: int('有效天数', {
      initial: 0,
      max: 3650,
      list: false,
      help: '0 表示长期，从最近一次满足时起算',
    }),
    sort: int('排序', { initial: 0, max: 9999, width: 80, help: '互斥的标签同时满足规则时，数字小的优先' }),
    status: flag('状态', { initial: 1, filter: true, texts: ['启用', '停用'], width: 80 }),
    userNum: int('用户数', { readOnly: true, initial: 0, width: 90, unlogged: true }),
    lastRunTime: datetime('更新时间', { readOnly: true, width: 150, unlogged: true }),
    runStatus: choice('计算状态', RUN_STATES, { readOnly: true, initial: 0, width: 90, unlogged: true }),
    /** its users are on their way to this tag; then it is deleted */
    mergeToId: ref('合并到', 'userTag', { readOnly: true, list: false, port: false }),
  },
  {
    title: 'name',
    open: true,
    order: [
      ['sort', 'asc'],
      ['id', 'desc'],
    ],
  },
)

// What follows grows with the users and has not the common columns: declared for lists, not among the entities of the room.

/** Who carries which tag. Members §1.3. */
export const userTagRel = entity(
  'userTagRel',
  '标签用户',
  {
    tagId: ref('标签', 'userTag', { required: true, list: false }),
    uid: ref('用户', 'user', { required: true, list: false }),
    source: choice('来源', TAG_SOURCES, { required: true, filter: true, width: 90 }),
    bindTime: datetime('打标时间', { required: true, width: 150 }),
    expireTime: datetime('有效期至', { width: 150 }),
    operator: ref('操作人', 'admin', { width: 100 }),
  },
  { title: 'uid', bigId: true, order: [['uid', 'desc']] },
)

export const TAG_ACTIONS = [
  { value: 1, label: '新增' },
  { value: 2, label: '移除' },
] as const

/** When users got tags and lost them. Members §1.3. */
export const userTagLog = entity(
  'userTagLog',
  '标签轨迹',
  {
    time: datetime('时间', { required: true, width: 150 }),
    uid: ref('用户', 'user', { required: true, width: 140 }),
    tagId: ref('标签', 'userTag', { required: true, width: 140 }),
    action: choice('增减', TAG_ACTIONS, { required: true, width: 70 }),
    source: choice('来源', TAG_SOURCES, { required: true, width: 90 }),
    operator: ref('操作人', 'admin', { width: 100 }),
    runId: int('批次', { list: false }),
  },
  { title: 'time', bigId: true, order: [['id', 'desc']] },
)
export const userTagLogRow = { id: common.id, ...userTagLog.shape }

/** One computation of an automatic tag. Members §4.5. */
export const tagRun = entity(
  'tagRun',
  '计算批次',
  {
    tagId: ref('标签', 'userTag', { required: true, width: 140 }),
    runNo: int('批次', { required: true, width: 70 }),
    kind: choice('方式', RUN_KINDS, { required: true, width: 70 }),
    createTime: datetime('提交时间', { required: true, width: 150 }),
    startTime: datetime('开始', { width: 150 }),
    endTime: datetime('结束', { width: 150 }),
    lastUid: int('已处理到', { initial: 0, list: false }),
    matched: int('匹配', { initial: 0, width: 90 }),
    added: int('新增', { initial: 0, width: 80 }),
    removed: int('移除', { initial: 0, width: 80 }),
    /** matched, but another tag stands in the way */
    conflicts: int('让位', { initial: 0, width: 80 }),
    status: choice('状态', RUN_STATES, { required: true, width: 90 }),
    error: text('错误', { max: 500, width: 200 }),
  },
  { title: 'runNo', order: [['id', 'desc']] },
)
export const tagRunRow = { id: common.id, ...tagRun.shape }
