import { button, type FactsPart, hiddenPage, type MenuNode, menuPage } from '#kit/shared/room.ts'
import { SENSITIVE } from '../parties.rules.ts'
import { companyCalls } from './company.calls.ts'
import { CREDIT, company } from './company.entity.ts'
import { mergeCalls } from './companyMerge.calls.ts'
import { openCalls } from './companyOpen.calls.ts'
import { agentCalls, customerCalls } from './customer.calls.ts'
import { customer, customerFollow } from './customer.entity.ts'
import { orgHelp } from './orgHelp.entity.ts'
import { orgHelpCalls, orgUserCalls } from './orgUser.calls.ts'
import { orgUser } from './orgUser.entity.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyFacts: FactsPart = {
  entities: [company, orgUser, orgHelp, customer, customerFollow],
  calls: [companyCalls, openCalls, mergeCalls, orgUserCalls, orgHelpCalls, customerCalls, agentCalls].flatMap(
    (calls) => Object.values(calls),
  ),
}

export const companyMenus: readonly MenuNode[] = [
  menuPage('company.relations', '客户关系', '/company/relations', {
    sort: 100,
    calls: companyCalls,
    reads: [companyCalls.tree],
    labels: { print: '打印客户档案' },
    buttons: [
      button('一页开户', openCalls.open),
      button('分配业务员', companyCalls.agent),
      button('推送SAP', companyCalls.pushSap),
      { name: '信用额度', permissions: [CREDIT] },
      { name: '查看电话和账号', permissions: [SENSITIVE] },
    ],
  }),
  hiddenPage('company.addCustomers', '客户关系资料', '/company/addCustomers/:id?', '/company/relations'),
  hiddenPage('company.openCustomers', '一页开户', '/company/openCustomers', '/company/relations'),
  hiddenPage(
    'company.infoCustomers',
    '客户关系详情',
    '/company/infoCustomers/:id/:info',
    '/company/relations',
  ),
  hiddenPage('company.printCustomers', '打印客户档案', '/company/printCustomers', '/company/relations'),
  menuPage('company.duplicates', '重复单位', '/company/duplicates', {
    sort: 95,
    reads: [mergeCalls.duplicates],
    buttons: [button('合并单位', mergeCalls.merge)],
  }),
  hiddenPage('company.merge', '合并单位', '/company/mergeCustomers', '/company/duplicates'),
  menuPage('company.orgUser', '组织用户', '/company/orgUser', {
    sort: 60,
    calls: orgUserCalls,
    reads: [companyCalls.tree],
    labels: { importSheet: false },
    buttons: [
      button('重置密码', orgUserCalls.resetPwd),
      button('解锁', orgUserCalls.unlock),
      button('导入', orgUserCalls.importSheet, orgUserCalls.downloadTemplate),
    ],
  }),
  hiddenPage('company.orgUserInfo', '组织用户详情', '/company/orgUserInfo/:uid?', '/company/orgUser'),
  menuPage('company.orgMemberHelp', '组织会员帮助', '/company/orgMemberHelp', {
    sort: 10,
    calls: orgHelpCalls,
    labels: { save: '保存' },
  }),
  menuPage('customer.index', '客户管理', '/customer/index', {
    sort: 100,
    calls: customerCalls,
    reads: [customerCalls.followList, agentCalls.agents, agentCalls.managed],
    buttons: [
      button('写跟进', customerCalls.followSave),
      button('转移', customerCalls.transfer),
      button('放入公海', customerCalls.pool),
      button('领取', customerCalls.claim),
      button('建档', customerCalls.toCompany),
      button('标记流失', customerCalls.lose),
      button('分配', agentCalls.assign),
      button('取消客服', agentCalls.notAgent),
      { name: '查看电话和账号', permissions: [SENSITIVE] },
    ],
  }),
  hiddenPage('customer.add', '客户资料', '/customer/add_customers/:id?', '/customer/index'),
  hiddenPage('customer.info', '客户详情', '/customer/info_customers/:id/:info', '/customer/index'),
]
