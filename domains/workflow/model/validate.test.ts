import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { budget, meanOwnTime } from '../../../tests/ownTime.ts'
import { readJson } from './json.ts'
import { draw, drawLarge } from './samples.ts'
import { PROBLEM_TEXTS } from './texts.ts'
import type { HandlerChoice, Known, Problem, Process, Properties } from './types.ts'
import { calledProcesses, validate } from './validate.ts'
import { readXml } from './xml.ts'

/** A process of one task, with these fields, or one other node in its place. */
const withTask = (properties: Properties, values: Partial<Process> = {}) =>
  draw(['start', ['task1', properties], 'end'], ['start>task1', 'task1>end'], values)
const withNode = (id: string, properties: Properties, values: Partial<Process> = {}) =>
  draw(['start', [id, properties], 'task9', 'end'], [`start>${id}`, `${id}>task9`, 'task9>end'], values)
const plain = withTask({})
const edited = (change: (process: Process) => void): Process => {
  const copy = structuredClone(plain)
  change(copy)
  return copy
}
const told = (problems: readonly Problem[]) =>
  problems.map(({ code, ids, message }) => [code, ids.join(), message])

const handlers: HandlerChoice[] = [
  { kind: 'assignment', name: 'leader', label: '', group: '' },
  { kind: 'interceptor', name: 'audit', label: '', group: '' },
  { kind: 'action', name: 'post', label: '', group: '' },
  { kind: 'decision', name: 'route', label: '', group: '' },
  { kind: 'callback', name: 'remind', label: '', group: '' },
  { kind: 'number', name: 'daily', label: '', group: '' },
  { kind: 'candidate', name: 'team', label: '', group: '' },
]
const deployed = new Map([
  ['child', []],
  ['caller', ['middle']],
  ['middle', ['sample', 'caller']],
])

/** For every code a definition that provokes it: the ids it is about, its message, and one that is nearly the same and does not. */
const cases: [code: string, wrong: Process, ids: string, message: string, right: Process, known?: Known][] = [
  ['NAME', withTask({}, { name: '' }), '', '流程名称不能为空', plain],
  ['NAME', withTask({}, { displayName: '' }), '', '流程名称不能为空', plain],
  ['NAME_FORMAT', withTask({}, { name: 'a b' }), '', '流程编码格式不正确', withTask({}, { name: '入库' })],
  [
    'DUP_ID',
    edited(({ edges }) => {
      for (const edge of edges) edge.id = 'task1'
    }),
    'task1',
    '编号「task1」重复',
    plain,
  ],
  [
    'ID_FORMAT',
    edited(({ edges: [edge] }) => {
      if (edge) edge.id = 'a,b'
    }),
    'a,b',
    '编号「a,b」格式不正确',
    plain,
  ],
  [
    'UNKNOWN_TYPE',
    edited(({ nodes: [, task] }) => {
      if (task) task.type = 'snaker:gateway'
    }),
    'task1',
    '不支持的节点类型「snaker:gateway」',
    plain,
  ],
  [
    'DANGLING',
    edited(({ edges: [edge] }) => {
      if (edge) edge.targetNodeId = 'nobody'
    }),
    'start-task1',
    '连线「start-task1」的起点或终点不存在',
    plain,
  ],
  ['NO_START', draw(['task1', 'end'], ['task1>end']), '', '缺少开始节点', plain],
  [
    'NO_START',
    draw(
      ['start', ['subProcess1', { children: ['task1', 'end2'] }], 'task1', 'end2', 'end'],
      ['start>subProcess1', 'subProcess1>end', 'task1>end2'],
    ),
    'subProcess1',
    '缺少开始节点',
    plain,
  ],
  [
    'MULTI_START',
    draw(['start', 'start2', 'task1', 'end'], ['start>task1', 'start2>task1', 'task1>end']),
    'start,start2',
    '只能有一个开始节点',
    draw(
      ['start', ['subProcess1', { children: ['start2', 'task1', 'end2'] }], 'start2', 'task1', 'end2', 'end'],
      ['start>subProcess1', 'subProcess1>end', 'start2>task1', 'task1>end2'],
    ),
  ],
  [
    'NO_END',
    draw(['start', 'task1'], ['start>task1']),
    '',
    '缺少结束节点',
    draw(['start', 'task1', 'end', 'end2'], ['start>task1', 'task1>end', 'task1>end2']),
  ],
  [
    'START_TARGET',
    draw(['start', 'task1', 'end'], ['start>task1', 'task1>start', 'task1>end']),
    'task1-start',
    '起始节点不能作为边的终点',
    plain,
  ],
  [
    'END_SOURCE',
    draw(['start', 'task1', 'end'], ['start>task1', 'task1>end', 'end>task1']),
    'end-task1',
    '结束节点不能作为边的起点',
    plain,
  ],
  [
    'UNREACHABLE',
    draw(['start', 'task1', 'task2', 'end'], ['start>task1', 'task1>end', 'task2>end']),
    'task2',
    '节点「task2」从开始节点不可达',
    plain,
  ],
  [
    'UNREACHABLE',
    draw(
      ['start', 'task1', ['task2', { taskType: 'Aidant' }], 'task3', 'end'],
      ['start>task1', 'task1>end', 'task1>task2', 'task2>task3', 'task3>end'],
    ),
    'task3',
    '节点「task3」从开始节点不可达',
    draw(
      ['start', 'task1', ['task2', { taskType: 'Aidant' }], 'task3', 'end'],
      ['start>task1', 'task1>task3', 'task1>task2', 'task2>task3', 'task3>end'],
    ),
  ],
  [
    'NO_OUT',
    draw(['start', 'task1', 'task2', 'end'], ['start>task1', 'start>task2', 'task1>end']),
    'task2',
    '节点「task2」没有后续连线',
    draw(
      ['start', 'task1', ['task2', { taskType: 'Aidant' }], 'end'],
      ['start>task1', 'start>task2', 'task1>end'],
    ),
  ],
  [
    'NO_WAY_TO_END',
    draw(
      ['start', 'task1', 'task2', 'task3', 'end'],
      ['start>task1', 'start>task2', 'task1>end', 'task2>task3', 'task3>task2'],
    ),
    'task2',
    '节点「task2」无法到达结束节点',
    draw(
      ['start', 'task1', 'task2', 'task3', 'end'],
      ['start>task1', 'start>task2', 'task1>end', 'task2>task3', 'task3>task2', 'task3>end'],
    ),
  ],
  [
    'CYCLE_NO_TASK',
    draw(
      ['start', 'decision1', 'custom1', 'task1', 'end'],
      ['start>decision1', 'decision1>custom1', 'custom1>decision1', 'decision1>task1', 'task1>end'],
    ),
    'decision1,custom1',
    '节点「decision1」所在的循环中没有任务，流程会死循环',
    draw(
      ['start', 'task1', 'decision1', 'custom1', 'end'],
      ['start>task1', 'task1>decision1', 'decision1>custom1', 'custom1>task1', 'decision1>end'],
    ),
  ],
  [
    'CYCLE_NO_TASK',
    draw(
      [
        'start',
        'decision1',
        ['subProcess1', { children: ['start2', 'end2'] }],
        'start2',
        'end2',
        'task1',
        'end',
      ],
      [
        'start>decision1',
        'decision1>subProcess1',
        'subProcess1>decision1',
        'decision1>task1',
        'task1>end',
        'start2>end2',
      ],
    ),
    'decision1,subProcess1',
    '节点「decision1」所在的循环中没有任务，流程会死循环',
    draw(
      [
        'start',
        'decision1',
        ['subProcess1', { children: ['start2', 'task2', 'end2'] }],
        'start2',
        'task2',
        'end2',
        'task1',
        'end',
      ],
      [
        'start>decision1',
        'decision1>subProcess1',
        'subProcess1>decision1',
        'decision1>task1',
        'task1>end',
        'start2>task2',
        'task2>end2',
      ],
    ),
  ],
  [
    'CYCLE_NO_TASK',
    draw(
      ['start', 'custom1', 'task1', 'end'],
      ['start>custom1', 'custom1>custom1', 'custom1>task1', 'task1>end'],
    ),
    'custom1',
    '节点「custom1」所在的循环中没有任务，流程会死循环',
    draw(
      ['start', 'custom1', 'task1', 'end'],
      ['start>custom1', 'task1>task1', 'custom1>task1', 'task1>end'],
    ),
  ],
  [
    'SCOPE_CROSS',
    draw(
      ['start', ['subProcess1', { children: ['start2', 'task1', 'end2'] }], 'start2', 'task1', 'end2', 'end'],
      ['start>subProcess1', 'subProcess1>end', 'start2>task1', 'task1>end2', 'task1>end'],
    ),
    'task1-end',
    '子流程内外的节点不能直接连线',
    draw(
      ['start', ['subProcess1', { children: ['start2', 'task1', 'end2'] }], 'start2', 'task1', 'end2', 'end'],
      ['start>subProcess1', 'subProcess1>end', 'start2>task1', 'task1>end2'],
    ),
  ],
  [
    'SUB_EMPTY',
    withNode('subProcess1', {}),
    'subProcess1',
    '子流程「subProcess1」内没有节点',
    withNode('wfSubProcess1', { form: 'child' }),
  ],
  [
    'BAD_EXPR',
    draw(
      ['start', 'decision1', 'task1', 'end'],
      ['start>decision1', ['decision1>task1', '#a >'], 'decision1>end', 'task1>end'],
    ),
    'decision1-task1',
    '「decision1-task1」的表达式有误：第 4 个字符附近有语法错误',
    draw(
      ['start', 'decision1', 'task1', 'end'],
      ['start>decision1', ['decision1>task1', '#a > 1'], 'decision1>end', 'task1>end'],
    ),
  ],
  [
    'BAD_EXPR',
    withNode('decision1', { expr: 'eval(1)' }),
    'decision1',
    '「decision1」的表达式有误：没有函数「eval」',
    withNode('decision1', { expr: 'to' }),
  ],
  [
    'BAD_EXPR',
    withTask({ assignee: 'role:1,$' + '{a b},x' }),
    'task1',
    '「task1」的表达式有误：不支持的写法',
    withTask({ assignee: 'role:1,$' + '{max(a, b)},#x' }),
  ],
  [
    'BAD_EXPR',
    withTask({ performType: 'ALL', field: { countersignCompletionCondition: 'a.constructor' } }),
    'task1',
    '「task1」的表达式有误：不允许使用「constructor」',
    withTask({ performType: 'ANY', field: { countersignCompletionCondition: 'a.constructor' } }),
  ],
  [
    'TIME_FORMAT',
    withTask({ expireTime: 'next week' }),
    'task1',
    '「task1」的时间格式不正确',
    withTask({ expireTime: 'task1.expireTime' }),
  ],
  [
    'TIME_FORMAT',
    withTask({ reminderTime: 'PT24' }),
    'task1',
    '「task1」的时间格式不正确',
    withTask({ reminderTime: 'PT24H' }),
  ],
  [
    'TIME_FORMAT',
    withTask({}, { expireTime: '2026-02-30 08:00' }),
    '',
    '「示例」的时间格式不正确',
    withTask({}, { expireTime: 'P7D' }),
  ],
  [
    'TIME_FORMAT',
    withNode('subProcess1', { expireTime: '-1' }),
    'subProcess1',
    '「subProcess1」的时间格式不正确',
    withNode('subProcess1', { expireTime: '1' }),
  ],
  [
    'NOT_INTEGER',
    withTask({ reminderRepeat: '0' }),
    'task1',
    '重复间隔必须是正整数（分钟）',
    withTask({ reminderRepeat: 60 }),
  ],
  [
    'NOT_INTEGER',
    withTask({ reminderRepeat: '1.5' }),
    'task1',
    '重复间隔必须是正整数（分钟）',
    withTask({ reminderRepeat: '' }),
  ],
  [
    'HANDLER_MISSING',
    withTask({ preInterceptors: 'audit, gone' }),
    'task1',
    '「task1」引用的处理器「gone」未注册',
    withTask({ preInterceptors: 'audit' }),
    { handlers },
  ],
  [
    'HANDLER_MISSING',
    withTask({ assignmentHandler: 'audit' }),
    'task1',
    '「task1」引用的处理器「audit」未注册',
    withTask({ assignmentHandler: 'leader' }),
    { handlers },
  ],
  [
    'HANDLER_MISSING',
    withTask({ callback: 'x' }),
    'task1',
    '「task1」引用的处理器「x」未注册',
    withTask({ callback: 'remind' }),
    { handlers },
  ],
  [
    'HANDLER_MISSING',
    withTask({ field: { candidateHandler: 'x' } }),
    'task1',
    '「task1」引用的处理器「x」未注册',
    withTask({ field: { candidateHandler: 'team' } }),
    { handlers },
  ],
  [
    'HANDLER_MISSING',
    withNode('custom1', { clazz: 'x' }),
    'custom1',
    '「custom1」引用的处理器「x」未注册',
    withNode('custom1', { clazz: 'post' }),
    { handlers },
  ],
  [
    'HANDLER_MISSING',
    withNode('decision1', { handleClass: 'x' }),
    'decision1',
    '「decision1」引用的处理器「x」未注册',
    withNode('decision1', { handleClass: 'route' }),
    { handlers },
  ],
  [
    'HANDLER_MISSING',
    withTask({}, { instanceNoClass: 'x' }),
    '',
    '「示例」引用的处理器「x」未注册',
    withTask({}, { instanceNoClass: 'daily' }),
    { handlers },
  ],
  [
    'HANDLER_MISSING',
    withTask({}, { postInterceptors: 'x' }),
    '',
    '「示例」引用的处理器「x」未注册',
    withTask({}, { postInterceptors: 'audit' }),
    { handlers },
  ],
  [
    'ENUM',
    withTask({ performType: 'SOME' }),
    'task1',
    '「task1」的参与方式取值不正确',
    withTask({ performType: 'ALL' }),
  ],
  [
    'ENUM',
    withTask({ taskType: 'major' }),
    'task1',
    '「task1」的任务类型取值不正确',
    withTask({ taskType: 'Major' }),
  ],
  [
    'ENUM',
    withTask({ field: { countersignType: 'toString' } }),
    'task1',
    '「task1」的会签类型取值不正确',
    withTask({ field: { countersignType: 'PARALLEL' } }),
  ],
  [
    'SUB_NOT_FOUND',
    withNode('wfSubProcess1', { form: 'gone' }),
    'wfSubProcess1',
    '子流程「gone」未部署',
    withNode('wfSubProcess1', { form: 'child' }),
    { deployed },
  ],
  [
    'SUB_NOT_FOUND',
    withNode('wfSubProcess1', {}),
    'wfSubProcess1',
    '子流程「wfSubProcess1」未部署',
    withNode('wfSubProcess1', { form: 'gone' }),
  ],
  [
    'SUB_CYCLE',
    withNode('wfSubProcess1', { form: 'caller' }),
    'wfSubProcess1',
    '子流程相互调用形成循环',
    withNode('wfSubProcess1', { form: 'caller' }, { name: 'other' }),
    { deployed },
  ],
  [
    'SUB_CYCLE',
    withNode('wfSubProcess1', { form: 'sample' }),
    'wfSubProcess1',
    '子流程相互调用形成循环',
    withNode('wfSubProcess1', { form: 'child' }),
  ],
  [
    'ONLY_AIDANT',
    draw(['start', ['task1', { taskType: 'Aidant' }], 'end'], ['start>task1', 'start>end']),
    'task1',
    '主流程上不能只有协办任务',
    draw(
      ['start', ['task1', { taskType: 'Aidant' }], 'task2', 'end'],
      ['start>task1', 'start>task2', 'task2>end'],
    ),
  ],
  [
    'NO_ASSIGNEE',
    withTask({ assignee: ' , ' }),
    'task1',
    '任务「task1」未设置参与者',
    withTask({ assignee: '', assignmentHandler: 'leader' }),
  ],
  [
    'NO_ASSIGNEE',
    withTask({ assignee: '' }),
    'task1',
    '任务「task1」未设置参与者',
    withTask({ assignee: '', field: { candidateUsers: '1' } }),
  ],
  [
    'DECISION_NO_DEFAULT',
    draw(
      ['start', 'decision1', 'task1', 'end'],
      ['start>decision1', ['decision1>task1', 'a'], ['decision1>end', 'b'], 'task1>end'],
    ),
    'decision1',
    '决策节点「decision1」没有默认分支，可能无路可走',
    draw(
      ['start', 'decision1', 'task1', 'end'],
      ['start>decision1', ['decision1>task1', 'a'], 'decision1>end', 'task1>end'],
    ),
  ],
  [
    'DECISION_NO_DEFAULT',
    draw(['start', 'decision1', 'task1', 'end'], ['start>decision1', ['decision1>task1', 'a'], 'task1>end']),
    'decision1',
    '决策节点「decision1」没有默认分支，可能无路可走',
    draw(
      ['start', ['decision1', { expr: 'to' }], 'task1', 'end'],
      ['start>decision1', ['decision1>task1', 'a'], 'task1>end'],
    ),
  ],
  [
    'DECISION_ONE_OUT',
    withNode('decision1', {}),
    'decision1',
    '决策节点「decision1」只有一条出线',
    draw(
      ['start', 'decision1', 'task1', 'end'],
      ['start>decision1', 'decision1>task1', 'decision1>end', 'task1>end'],
    ),
  ],
  [
    'FORK_ONE_OUT',
    draw(
      ['start', 'fork1', 'task1', 'join1', 'end'],
      ['start>fork1', 'fork1>task1', 'task1>join1', 'join1>end'],
    ),
    'fork1',
    '分支节点「fork1」只有一条出线',
    draw(
      ['start', 'fork1', 'task1', 'task2', 'join1', 'end'],
      ['start>fork1', 'fork1>task1', 'fork1>task2', 'task1>join1', 'task2>join1', 'join1>end'],
    ),
  ],
  [
    'FORK_NO_JOIN',
    draw(
      ['start', 'fork1', 'task1', 'task2', 'end'],
      ['start>fork1', 'fork1>task1', 'fork1>task2', 'task1>end', 'task2>end'],
    ),
    'fork1',
    '分支「fork1」没有合并节点',
    draw(
      ['start', 'fork1', 'task1', 'task2', 'join1', 'end'],
      ['start>fork1', 'fork1>task1', 'fork1>task2', 'task1>join1', 'task2>join1', 'join1>end'],
    ),
  ],
  [
    'JOIN_ONE_IN',
    withNode('join1', {}),
    'join1',
    '合并节点「join1」只有一条入线',
    draw(
      ['start', 'fork1', 'task1', 'task2', 'join1', 'end'],
      ['start>fork1', 'fork1>task1', 'fork1>task2', 'task1>join1', 'task2>join1', 'join1>end'],
    ),
  ],
  [
    'JOIN_NO_FORK',
    withNode('join1', {}),
    'join1',
    '合并节点「join1」之前没有分支',
    // Two ways out of a task are a fork as well.
    draw(
      ['start', 'task1', 'task2', 'task3', 'join1', 'end'],
      ['start>task1', 'task1>task2', 'task1>task3', 'task2>join1', 'task3>join1', 'join1>end'],
    ),
  ],
  [
    'JOIN_AFTER_DECISION',
    draw(
      ['start', 'decision1', 'task1', 'task2', 'join1', 'end'],
      ['start>decision1', 'decision1>task1', 'decision1>task2', 'task1>join1', 'task2>join1', 'join1>end'],
    ),
    'join1',
    '合并节点「join1」的入线来自同一决策的不同分支',
    // A decision within one branch of a fork.
    draw(
      ['start', 'fork1', 'decision1', 'task1', 'task2', 'task3', 'join1', 'end'],
      [
        'start>fork1',
        'fork1>decision1',
        'fork1>task3',
        'decision1>task1',
        'decision1>task2',
        'task1>join1',
        'task2>join1',
        'task3>join1',
        'join1>end',
      ],
    ),
  ],
  [
    'JOIN_AFTER_DECISION',
    draw(
      ['start', 'fork1', 'task1', 'task2', 'join1', 'decision1', 'task3', 'join2', 'end'],
      [
        'start>fork1',
        'fork1>task1',
        'fork1>task2',
        'task1>join1',
        'task2>join1',
        'join1>decision1',
        'decision1>task3',
        'decision1>join2',
        'task3>join2',
        'join2>end',
      ],
    ),
    'join2',
    '合并节点「join2」的入线来自同一决策的不同分支',
    // A fork in one branch of the decision may send several tokens.
    draw(
      ['start', 'decision1', 'fork1', 'task1', 'task2', 'join1', 'end'],
      [
        'start>decision1',
        'decision1>fork1',
        'decision1>join1',
        'fork1>task1',
        'fork1>task2',
        'task1>join1',
        'task2>join1',
        'join1>end',
      ],
    ),
  ],
  [
    'AIDANT_OUT',
    draw(
      ['start', 'task1', ['task2', { taskType: 'Aidant' }], 'end'],
      ['start>task1', 'task1>task2', 'task1>end', 'task2>end'],
    ),
    'task2',
    '协办任务「task2」的后续连线不会执行',
    draw(
      ['start', 'task1', ['task2', { taskType: 'Aidant' }], 'end'],
      ['start>task1', 'task1>task2', 'task1>end'],
    ),
  ],
  [
    'COUNTERSIGN_VAR',
    withTask({ performType: 'ALL', field: { countersignCompletionCondition: '#amount > 1' } }),
    'task1',
    '会签完成条件未使用任何会签变量',
    withTask({
      performType: 'ALL',
      field: { countersignCompletionCondition: '#nrOfAgreedInstances_task1 > 1' },
    }),
  ],
  [
    'COUNTERSIGN_VAR',
    withTask({ performType: 'ALL', field: { countersignCompletionCondition: 'nrOfInstances_task2 > 1' } }),
    'task1',
    '会签完成条件未使用任何会签变量',
    withTask({ performType: 'ALL', field: { countersignCompletionCondition: 'ONE_VOTE_VETO' } }),
  ],
]

test('nothing to say of what is right', () => {
  expect(validate(plain, { handlers, deployed, emptyActorPolicy: 'error' })).toEqual([])
  const example = readJson(readFileSync(new URL('../../../tests/data/stockin.json', import.meta.url), 'utf8'))
  expect(validate(example)).toEqual([])
})

describe('every finding of the table', () => {
  test.each(cases)('%s', (code, wrong, ids, message, right, known) => {
    expect(told(validate(wrong, known))).toContainEqual([code, ids, message])
    expect(validate(right, known).map((found) => found.code)).not.toContain(code)
  })

  test('none is left out', () => {
    const unread = [
      'SHAPE',
      'LIMIT',
      'JSON_SYNTAX',
      'XML_SYNTAX',
      'XML_FORBIDDEN',
      'BAD_LF',
      'UNKNOWN_ELEMENT',
      'IMPORT_FAILED',
    ]
    const tested = new Set([...unread, ...cases.map(([code]) => code)])
    expect(Object.keys(PROBLEM_TEXTS).filter((code) => !tested.has(code))).toEqual([])
  })

  test('one finding where one is enough', () => {
    expect(told(validate(withTask({ expireTime: 'x y' })))).toHaveLength(1)
    expect(told(validate(draw(['start', 'task1', 'end'], ['start>task1'])))).toEqual([
      ['NO_WAY_TO_END', 'start', '节点「start」无法到达结束节点'],
      ['NO_OUT', 'task1', '节点「task1」没有后续连线'],
      ['UNREACHABLE', 'end', '节点「end」从开始节点不可达'],
    ])
  })
})

test('a task without participants is an error where the engine will not have it', () => {
  const levels = (properties: Properties, known: Known) =>
    validate(withTask({ assignee: '', ...properties }), known).map(({ level }) => level)
  expect(levels({}, {})).toEqual(['warning'])
  expect(levels({}, { emptyActorPolicy: 'admin' })).toEqual(['warning'])
  expect(levels({}, { emptyActorPolicy: 'error' })).toEqual(['error'])
  expect(levels({ field: { emptyActorPolicy: 'autoPass' } }, { emptyActorPolicy: 'error' })).toEqual([
    'warning',
  ])
  expect(levels({ field: { emptyActorPolicy: 'error' } }, {})).toEqual(['error'])
})

test('people read what a node is called, by its label if it has one', () => {
  const labelled = withTask({ expireTime: 'x y' })
  const [, task] = labelled.nodes
  if (task) task.text = { x: 0, y: 0, value: '主管 $& {y}' }
  expect(validate(labelled)[0]?.message).toBe('「主管 $& {y}」的时间格式不正确')
})

test('what the product around it is, is asked only where it is known', () => {
  const process = withTask({ assignmentHandler: 'x', preInterceptors: 'y' })
  expect(validate(process)).toEqual([])
  expect(told(validate(process, { handlers: [] }))).toHaveLength(2)
})

test('the files of the Java designer pass without errors', () => {
  const folder = new URL('../../../tests/data/snaker/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const problems = validate(readXml(readFileSync(new URL(file, folder), 'utf8')))
    const errors = problems.filter(({ level }) => level === 'error').map(({ code }) => code)
    expect(errors, file).toEqual(file === 'free.snaker' ? ['NO_START', 'NO_END'] : [])
  }
})

test('the processes a definition calls', () => {
  const process = draw(
    ['start', ['wfSubProcess1', { form: ' a ' }], ['wfSubProcess2', { form: 'a' }], ['task1', { form: 'b' }]],
    [],
  )
  expect(calledProcesses(process)).toEqual(['a'])
})

test('a thousand nodes are checked at once', () => {
  const large = drawLarge(1_000)
  const known = { handlers, deployed }
  expect(validate(large, known)).toEqual([])
  // The target is 100 ms on a quiet machine.
  expect(meanOwnTime(5, () => validate(large, known))).toBeLessThan(budget(200))
})
