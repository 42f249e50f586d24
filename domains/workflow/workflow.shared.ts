import { button, type RoomFacts } from '#kit/shared/room.ts'
import { bindingCalls } from './binding/binding.calls.ts'
import { definitionCalls } from './definition/definition.calls.ts'
import { delegationCalls } from './delegation/delegation.calls.ts'
import { instanceCalls } from './instance/instance.calls.ts'
import { monitorCalls } from './monitor/monitor.calls.ts'
import pages from './pages.ts'
import { copyCalls, taskCalls } from './task/task.calls.ts'
import { workflowEntities } from './workflow.entities.ts'

/** Code of the entry 我的待办 in the top bar. Platform §4.2. */
const MY_TASKS = 'system:admin:my:task'

/** Doors §2, layer 6. */
export const workflowFacts: RoomFacts = {
  name: 'workflow',
  layer: 6,
  label: '审批流程',
  entities: workflowEntities,
  calls: [
    ...Object.values(definitionCalls),
    ...Object.values(bindingCalls),
    ...Object.values(instanceCalls),
    ...Object.values(taskCalls),
    ...Object.values(copyCalls),
    ...Object.values(delegationCalls),
    ...Object.values(monitorCalls),
  ],
  pages,
  rights: {
    'workflow.todo': {
      reads: [
        MY_TASKS,
        taskCalls.list,
        taskCalls.info,
        instanceCalls.list,
        instanceCalls.info,
        instanceCalls.trace,
        copyCalls.list,
        copyCalls.read,
      ],
      buttons: [
        button(
          '审批',
          taskCalls.agree,
          taskCalls.disagree,
          taskCalls.reject,
          taskCalls.return,
          taskCalls.resubmit,
          taskCalls.claim,
          taskCalls.release,
        ),
        button('批量同意', taskCalls.agreeMany),
        button('转办', taskCalls.transfer),
        button('委派', taskCalls.delegate),
        button('加签/减签', taskCalls.addSigner, taskCalls.removeSigner),
        button('协办', taskCalls.assist),
        button('抄送', instanceCalls.copy),
        button('撤回', taskCalls.pullBack),
        button('发起流程', instanceCalls.start),
        button('撤销申请', instanceCalls.withdraw),
        button('催办', instanceCalls.urge),
        { name: '上传附件', permissions: ['admin:upload:file'] },
      ],
    },
    'workflow.done': {
      reads: [taskCalls.list, taskCalls.info, instanceCalls.info, instanceCalls.trace],
      buttons: [button('撤回', taskCalls.pullBack)],
    },
    'workflow.flow': {
      calls: definitionCalls,
      reads: [
        definitionCalls.versions,
        definitionCalls.draft,
        definitionCalls.choices,
        definitionCalls.validate,
        bindingCalls.list,
      ],
      buttons: [
        button(
          '设计',
          definitionCalls.saveDraft,
          definitionCalls.removeDraft,
          definitionCalls.restore,
          definitionCalls.importText,
          definitionCalls.copy,
        ),
        button('部署', definitionCalls.deploy),
        button('导出', definitionCalls.exportFile),
        button('试运行', definitionCalls.tryRun),
        button('绑定单据', bindingCalls.save, bindingCalls.remove),
      ],
    },
    'workflow.delegation': { calls: delegationCalls },
    'workflow.monitor': {
      calls: monitorCalls,
      reads: [instanceCalls.info, instanceCalls.trace],
      buttons: [
        button('终止', instanceCalls.terminate),
        button('跳转', instanceCalls.jump),
        button('转办', monitorCalls.transferMany),
        button('异常', monitorCalls.incidents, monitorCalls.retry),
        button('耗时统计', monitorCalls.statistics),
      ],
    },
    'workflow.design': { reads: [definitionCalls.draft, definitionCalls.choices] },
  },
  prefixes: ['LC'],
}
