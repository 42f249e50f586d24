import { declareRefOptions } from '#kit/web/refs.ts'
import { agentCalls } from './customer.calls.ts'

// Agents are staff, but only some of the staff: dialogs that ask for one offer no others, with how much each has.
declareRefOptions('agent', {
  call: agentCalls.agents,
  optionsOf: ({ list }) =>
    list.map(({ id, realName, account, customerCount }) => ({
      value: id,
      label: `${realName}（${account}） 客户 ${customerCount}`,
    })),
  page: '/operation/roleManager/adminList',
  title: '客服',
})

/** What a field refers to that takes an agent, in forms of screens that load this module. Catalog §7.3. */
export const AGENT = 'agent'
