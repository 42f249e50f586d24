import { documentFacts } from '#kit/shared/declareDocument.ts'
import { button, joinFacts } from '#kit/shared/room.ts'
import { SENSITIVE } from '../parties.rules.ts'
import { companyCalls, companyDocument } from './company.document.ts'
import { CREDIT } from './company.entity.ts'
import { mergeCalls } from './companyMerge.calls.ts'
import { openCalls } from './companyOpen.calls.ts'
import { agentCalls, customerCalls } from './customer.calls.ts'
import { orgHelpCalls, orgUserCalls } from './orgUser.calls.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyFacts = joinFacts(
  documentFacts(companyDocument, {
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
  {
    calls: [openCalls, mergeCalls, orgUserCalls, orgHelpCalls, customerCalls, agentCalls].flatMap((calls) =>
      Object.values(calls),
    ),
    rights: {
      'company.duplicates': {
        reads: [mergeCalls.duplicates],
        buttons: [button('合并单位', mergeCalls.merge)],
      },
      'company.orgUser': {
        calls: orgUserCalls,
        reads: [companyCalls.tree],
        labels: { importSheet: false },
        buttons: [
          button('重置密码', orgUserCalls.resetPwd),
          button('解锁', orgUserCalls.unlock),
          button('导入', orgUserCalls.importSheet, orgUserCalls.downloadTemplate),
        ],
      },
      'company.orgMemberHelp': { calls: orgHelpCalls, labels: { save: '保存' } },
      'customer.index': {
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
      },
    },
  },
)
