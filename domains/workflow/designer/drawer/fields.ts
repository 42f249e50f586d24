import { shortType } from '../../model/names.ts'
import { CALLED_PROCESS, ENUM_LABELS, FIELD_LABELS } from '../../model/texts.ts'
import type { HandlerKind } from '../../model/types.ts'

/** Where a value lies: on the element, in its extension attributes, or on the process. */
type Place = 'element' | 'field' | 'process'

/** One input of the drawer; `name` is the key of its value. */
export interface Item {
  name: string
  label: string
  place: Place
  kind:
    | 'text'
    | 'expression'
    | 'time'
    | 'actors'
    | 'form'
    | 'callee'
    | 'minutes'
    | 'choice'
    | 'performType'
    | 'handler'
    | 'handlers'
    | 'size'
    | 'attributes'
    | 'formFields'
    | 'rights'
  help?: string
  /** of registered names */
  handler?: HandlerKind
  /** of a choice: what counts when nothing is set; without it the product decides */
  usual?: string
}

export interface Section {
  title: string
  note?: string
  items: readonly Item[]
}

type Name = keyof typeof FIELD_LABELS

function item(name: Name, kind: Item['kind'], more: Partial<Item> = {}): Item {
  return { name, kind, label: FIELD_LABELS[name], place: 'element', ...more }
}

const TIME_HELP = '日期时间、变量名、时长（如 PT24H）或分钟数'
const time = (name: Name, place: Place = 'element') => item(name, 'time', { help: TIME_HELP, place })
const names = (name: Name, place: Place = 'element') =>
  item(name, 'handlers', { handler: 'interceptor', place })
const page = (place: Place) => item('instanceUrl', 'text', { place, help: '业务单据的页面地址' })
const numbering = (place: Place) => item('instanceNoClass', 'handler', { handler: 'number', place })

const chain: Section = { title: '拦截器', items: [names('preInterceptors'), names('postInterceptors')] }
// The design names a single list beside the two of the specification; both are kept.
const chains: Section = {
  title: chain.title,
  items: [
    ...chain.items,
    { name: 'interceptors', label: '拦截器', place: 'element', kind: 'handlers', handler: 'interceptor' },
  ],
}
const look: Section = { title: '外观', items: [item('width', 'size', { label: '宽度和高度' })] }
// A node that is no sub-process has these two of its process. Workflow §2.1.
const ofProcess: Section = {
  title: '所属流程',
  note: '整个流程共用，与节点无关',
  items: [page('process'), numbering('process')],
}
const ofSub = [
  item('subFailPolicy', 'choice', { usual: 'reject' }),
  item('outVars', 'text', { help: '子流程结束后带回的变量名，逗号分隔' }),
]

const task: readonly Section[] = [
  {
    title: '参与者',
    items: [
      item('assignee', 'actors'),
      item('assignmentHandler', 'handler', { handler: 'assignment', help: '未设置参与者时使用' }),
      item('taskType', 'choice', { usual: 'Major' }),
      item('performType', 'performType', { usual: 'ANY' }),
      item('countersignFailPolicy', 'choice', { place: 'field', usual: 'reject' }),
      item('emptyActorPolicy', 'choice', { place: 'field' }),
      item('sameActorPolicy', 'choice', { place: 'field' }),
      item('ccUsers', 'actors', { place: 'field' }),
    ],
  },
  {
    title: '表单',
    items: [
      item('form', 'form'),
      item('fields', 'formFields'),
      { name: 'fieldRights', label: '字段权限', place: 'field', kind: 'rights' },
    ],
  },
  {
    title: '时限',
    items: [
      time('expireTime'),
      item('autoExecute', 'choice', { usual: 'N' }),
      item('callback', 'handler', { handler: 'callback' }),
      time('reminderTime'),
      item('reminderRepeat', 'minutes'),
    ],
  },
  chain,
  { title: FIELD_LABELS.field, items: [item('field', 'attributes', { place: 'field' })] },
  look,
  ofProcess,
]

const BY_TYPE: Readonly<Record<string, readonly Section[]>> = {
  start: [chain, ofProcess],
  end: [chain, ofProcess],
  task,
  custom: [
    {
      title: '自动处理',
      items: [
        item('clazz', 'handler', { handler: 'action' }),
        item('methodName', 'text'),
        item('args', 'text', { help: '变量名，逗号分隔' }),
        item('var', 'text', { help: '结果存入的变量名' }),
      ],
    },
    chains,
    look,
    ofProcess,
  ],
  decision: [
    {
      title: '决策',
      items: [
        item('expr', 'expression', { help: '结果是所走连线的编号' }),
        item('handleClass', 'handler', { handler: 'decision', help: '没有表达式时使用' }),
      ],
    },
    chains,
    ofProcess,
  ],
  subProcess: [
    { title: '子流程', items: [time('expireTime'), page('element'), numbering('element'), ...ofSub] },
    chains,
  ],
  wfSubProcess: [
    {
      title: '子流程',
      items: [
        item('form', 'callee', { label: CALLED_PROCESS }),
        item('version', 'text', { help: '留空或 0：最新的启用版本' }),
        ...ofSub,
      ],
    },
    look,
    ofProcess,
  ],
  transition: [
    {
      title: '流转',
      items: [item('expr', 'expression', { help: '留空：总是可走；从决策出发时是默认分支' })],
    },
  ],
}

/** What the drawer of the process holds besides name and label. */
export const PROCESS_SECTIONS: readonly Section[] = [
  { title: '流程', items: [page('process'), time('expireTime', 'process'), numbering('process')] },
  {
    title: '拦截器',
    items: [names('preInterceptors', 'process'), names('postInterceptors', 'process')],
  },
]

/** What the drawer of a node or an edge holds besides its name and label. Workflow §1.2, §1.3. */
export function sectionsOf(type: string): readonly Section[] {
  return BY_TYPE[shortType(type)] ?? []
}

const choices: ReadonlyMap<string, object> = new Map(Object.entries(ENUM_LABELS))

/** The values of a choice with what they are called. */
export function choicesOf(name: string): { value: string; label: string }[] {
  return Object.entries(choices.get(name) ?? {}).map(([value, label]) => ({ value, label: String(label) }))
}
