import { choice, int, money, ref, text } from '#kit/fields/shared.ts'
import { rowsOf } from '#kit/shared/call.ts'
import { madeOf, nameOf, ruleOf, sameAs } from '#kit/shared/join.ts'
import { alwaysMasked } from '../members.rules.ts'
import { user } from './user.entity.ts'
import { silentDays } from './user.rules.ts'

/** The tabs of the list. Members §2.3. */
export const USER_TABS = [
  { value: 'public', label: '公众号' },
  { value: 'routine', label: '小程序' },
  { value: 'h5', label: 'H5' },
  { value: 'app', label: 'APP' },
  { value: 'pc', label: 'PC' },
  { value: 'org', label: '企业用户' },
  { value: 'fall', label: '流失用户' },
  { value: 'off', label: '已停用' },
  { value: 'leaving', label: '注销中' },
] as const

export const PAY_COUNTS = [
  { value: '0', label: '未消费' },
  { value: '1', label: '1次以上' },
  { value: '2', label: '2次以上' },
  { value: '3', label: '3次以上' },
  { value: '4', label: '4次以上' },
  { value: '5', label: '5次以上' },
] as const

/** 访问情况 within a time. Members §2.3. */
export const ACCESS_TYPES = [
  { value: '1', label: '首次访问' },
  { value: '2', label: '访问过' },
  { value: '3', label: '未访问' },
] as const

export const BIRTHDAYS = [
  { value: 'today', label: '今日' },
  { value: 'week', label: '本周' },
  { value: 'month', label: '本月' },
] as const

export const LABEL_MODES = [
  { value: 'any', label: '任一标签' },
  { value: 'all', label: '全部标签' },
] as const

/** What the list is filtered by besides the fields of a user. Members §2.3. */
export const userFilters = {
  tab: choice('页签', USER_TABS),
  regionId: ref('地区', 'city'),
  labelId: text('用户标签', { max: 200 }),
  labelMode: choice('标签满足', LABEL_MODES, { initial: 'any' }),
  payCount: choice('消费情况', PAY_COUNTS),
  minNet: money('最低净消费'),
  maxNet: money('最高净消费'),
  /** days since the last payment: at least, at most */
  lastPayFrom: int('最近消费早于(天)', { max: 3650 }),
  lastPayTo: int('最近消费在(天)内', { max: 3650 }),
  minMoney: money('最低余额'),
  maxMoney: money('最高余额'),
  birthday: choice('生日', BIRTHDAYS),
  accessType: choice('访问情况', ACCESS_TYPES),
  accessLimit: text('访问时间', { max: 50 }),
  /** an invitation code, else the number of a user */
  code: text('邀请码', { max: 20 }),
  /** 高级筛选: a rule as JSON. Members §4.5 */
  conditions: text('高级筛选', { max: 8000 }),
}

/** What the list and the record of a user say besides its fields. Members §2.7. */
export const joined = {
  uid: sameAs('id', int('用户ID', { list: false, port: false })),
  groupName: nameOf('groupId', '分组名称', { list: false, port: false }),
  levelName: nameOf('level', '等级名称', { list: false, port: false }),
  spreadNickname: nameOf('spreadUid', '推荐人昵称', { list: false, port: false }),
  province: nameOf('provinceId', '省份', { list: false, port: false }),
  city: nameOf('cityId', '城市', { list: false, port: false }),
  district: nameOf('districtId', '区县', { list: false, port: false }),
  /** the first of them by name, and how many more there are */
  tagName: madeOf(['id'], text('标签', { max: 1000, readOnly: true, width: 150 })),
}
export const userRow = rowsOf(user, joined)

/** Who has bought and stays away. Members §2.2, §2.7. */
export const fallRow = rowsOf(user, {
  ...joined,
  silentDays: ruleOf(
    user,
    ['lastPayTime', 'lastVisitTime'],
    int('沉默天数', { readOnly: true, width: 90 }),
    (row) => silentDays(row, new Date()),
  ),
  couponUnused: int('未用券', { readOnly: true, initial: 0, width: 80 }),
})

const { id, userNo, nickname: called, avatar: face, sex: gender, phone: number, level: grade } = user.all

/** As pickers show users. Members §2.7. */
export const pickedRow = {
  id,
  version: user.all.version,
  uid: joined.uid,
  userNo,
  nickname: called,
  avatar: face,
  sex: gender,
  phone: alwaysMasked(number),
  level: grade,
  levelName: joined.levelName,
}
export const lightRow = {
  id,
  uid: joined.uid,
  nickname: called,
  avatar: face,
  level: grade,
  phone: alwaysMasked(number),
}
