import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['订单列表', 'ddlb'],
  ['商品规格', 'spgg'],
  ['敏感词设置', 'mgcsz'],
  ['我的下载', 'wdxz'],
  ['员工 > 权限', 'yg > qx'],
  ['额度', 'ed'],
  ['模板日志', 'mbrz'],
  ['欧普客服', 'opkf'],
  ['在线用户', 'zxyh'],
  ['内容统计', 'nrtj'],
  ['SAP队列', 'sapdl'],
  ['安排', 'ap'],
  ['', ''],
])('%s: %s', (text, initials) => {
  expect(initialsOf(text)).toBe(initials)
})
