/** Every Chinese text of the model: problems, types, fields, choices. Workflow §2.1, §5.3. */

/** What is wrong with a definition: level and message, where {x} and {y} are filled in. Workflow §5.3. */
export const PROBLEM_TEXTS = {
  NAME: ['error', '流程名称不能为空'],
  NAME_FORMAT: ['error', '流程编码格式不正确'],
  DUP_ID: ['error', '编号「{x}」重复'],
  ID_FORMAT: ['error', '编号「{x}」格式不正确'],
  UNKNOWN_TYPE: ['error', '不支持的节点类型「{x}」'],
  DANGLING: ['error', '连线「{x}」的起点或终点不存在'],
  NO_START: ['error', '缺少开始节点'],
  MULTI_START: ['error', '只能有一个开始节点'],
  NO_END: ['error', '缺少结束节点'],
  START_TARGET: ['error', '起始节点不能作为边的终点'],
  END_SOURCE: ['error', '结束节点不能作为边的起点'],
  UNREACHABLE: ['error', '节点「{x}」从开始节点不可达'],
  NO_OUT: ['error', '节点「{x}」没有后续连线'],
  NO_WAY_TO_END: ['error', '节点「{x}」无法到达结束节点'],
  CYCLE_NO_TASK: ['error', '节点「{x}」所在的循环中没有任务，流程会死循环'],
  SCOPE_CROSS: ['error', '子流程内外的节点不能直接连线'],
  SUB_EMPTY: ['error', '子流程「{x}」内没有节点'],
  BAD_EXPR: ['error', '「{x}」的表达式有误：{y}'],
  TIME_FORMAT: ['error', '「{x}」的时间格式不正确'],
  NOT_INTEGER: ['error', '重复间隔必须是正整数（分钟）'],
  HANDLER_MISSING: ['error', '「{x}」引用的处理器「{y}」未注册'],
  ENUM: ['error', '「{x}」的{y}取值不正确'],
  SUB_NOT_FOUND: ['error', '子流程「{x}」未部署'],
  SUB_CYCLE: ['error', '子流程相互调用形成循环'],
  ONLY_AIDANT: ['error', '主流程上不能只有协办任务'],
  NO_ASSIGNEE: ['warning', '任务「{x}」未设置参与者'],
  DECISION_NO_DEFAULT: ['warning', '决策节点「{x}」没有默认分支，可能无路可走'],
  DECISION_ONE_OUT: ['warning', '决策节点「{x}」只有一条出线'],
  FORK_ONE_OUT: ['warning', '分支节点「{x}」只有一条出线'],
  FORK_NO_JOIN: ['warning', '分支「{x}」没有合并节点'],
  JOIN_ONE_IN: ['warning', '合并节点「{x}」只有一条入线'],
  JOIN_NO_FORK: ['warning', '合并节点「{x}」之前没有分支'],
  JOIN_AFTER_DECISION: ['warning', '合并节点「{x}」的入线来自同一决策的不同分支'],
  AIDANT_OUT: ['warning', '协办任务「{x}」的后续连线不会执行'],
  COUNTERSIGN_VAR: ['warning', '会签完成条件未使用任何会签变量'],
  // What keeps a text from being read at all.
  SHAPE: ['error', '内容不是流程定义：{x}'],
  LIMIT: ['error', '流程定义过大：{x}'],
  JSON_SYNTAX: ['error', 'JSON 格式错误：{x}'],
  XML_SYNTAX: ['error', 'XML 格式错误：{x}'],
  XML_FORBIDDEN: ['error', '不允许包含 DOCTYPE 或实体定义'],
  BAD_LF: ['error', '「{x}」的 lf 属性不是有效的 JSON 对象'],
  UNKNOWN_ELEMENT: ['error', '无法识别的元素「{x}」'],
  IMPORT_FAILED: ['error', '导入失败：内容既不是有效的 JSON 也不是有效的 XML'],
} as const satisfies Record<string, readonly ['error' | 'warning', string]>

export const SHAPE_TEXTS = {
  object: '应为对象',
  nodes: '缺少 nodes 数组',
  edges: 'edges 应为数组',
  node: '节点应为对象',
  edge: '连线应为对象',
  root: '根元素应为 process',
} as const

export const LIMIT_TEXTS = {
  bytes: '不能超过 5 MB',
  depth: '嵌套不能超过 50 层',
  nodes: '节点不能超过 5000 个',
  edges: '连线不能超过 20000 条',
  attributes: '一个元素不能超过 200 个属性',
  elements: '元素不能超过 200000 个',
} as const

/** Where a text could not be read. */
export const atPosition = (line: number, column: number, reason: string) =>
  `第 ${line} 行第 ${column} 列：${reason}`

export const unexpected = (character: string) =>
  character === '' ? '内容不完整' : `意外的字符「${character}」`

export const EXPRESSION_TEXTS = {
  empty: '表达式为空',
  tooLong: '不能超过 2000 个字符',
  tooLarge: '内容过于复杂（不能超过 500 个节点）',
  tooDeep: '嵌套不能超过 50 层',
  syntax: (at: number) => `第 ${at} 个字符附近有语法错误`,
  construct: '不支持的写法',
  badName: (name: string) => `名称「${name}」不合法`,
  forbidden: (name: string) => `不允许使用「${name}」`,
  noFunction: (name: string) => `没有函数「${name}」`,
  arguments: (name: string) => `函数「${name}」的参数不正确`,
  missing: (name: string) => `变量「${name}」不存在`,
  noProperty: (name: string) => `属性「${name}」不存在`,
  badKey: '下标必须是数字或文本',
  notNumber: '需要数字',
  notComparable: '两个值无法比较大小',
  notBoolean: '条件的结果必须是 true 或 false',
  notList: '需要列表',
  notFinite: '计算结果不是有效数字',
} as const

export const TYPE_LABELS = {
  start: '开始',
  end: '结束',
  task: '任务',
  custom: '自定义',
  decision: '决策',
  fork: '分支',
  join: '合并',
  subProcess: '子流程',
  wfSubProcess: '流程子流程',
  transition: '连线',
} as const

/** Labels of the fields, of the process and of every element. */
export const FIELD_LABELS = {
  name: '编号',
  displayName: '显示名称',
  instanceUrl: '单据页面',
  expireTime: '期望完成时间',
  instanceNoClass: '实例编号生成器',
  preInterceptors: '前置拦截器',
  postInterceptors: '后置拦截器',
  form: '表单',
  assignee: '参与者',
  assignmentHandler: '参与规则',
  taskType: '任务类型',
  performType: '参与方式',
  reminderTime: '提醒时间',
  reminderRepeat: '重复提醒间隔（分钟）',
  autoExecute: '到期自动执行',
  callback: '到期回调',
  width: '宽度',
  height: '高度',
  field: '扩展属性',
  fields: '表单字段',
  clazz: '处理器',
  methodName: '方法名称',
  args: '参数变量',
  var: '结果变量',
  expr: '表达式',
  handleClass: '决策处理器',
  version: '版本',
  outVars: '返回变量',
  subFailPolicy: '子流程未通过时',
  countersignType: '会签类型',
  countersignCompletionCondition: '会签完成条件',
  countersignFailPolicy: '会签未通过时',
  ccUsers: '抄送人',
  emptyActorPolicy: '参与者为空时',
  sameActorPolicy: '参与者重复时',
  userKey: '用户标识',
  groupKey: '用户组标识',
  candidateUsers: '候选用户',
  candidateGroups: '候选用户组',
  candidateHandler: '候选人规则',
  attr1: '扩展属性1',
  attr2: '扩展属性2',
  attr3: '扩展属性3',
  type: '类型',
  position: '位置',
  source: '起点',
  target: '终点',
  bends: '走线',
  to: '终点',
  g: '折点',
  children: '包含的节点',
  isCollapsed: '折叠',
} as const

/** The form of a node that calls another process is the process it calls. */
export const CALLED_PROCESS = '调用的流程'

/** Values a field may have and what they are called. */
export const ENUM_LABELS = {
  taskType: { Major: '主办', Aidant: '协办' },
  performType: { ANY: '普通', ALL: '会签' },
  countersignType: { PARALLEL: '并行', SEQUENTIAL: '串行' },
  autoExecute: { N: '否', Y: '是' },
  countersignFailPolicy: { reject: '流程拒绝', continue: '继续流转' },
  subFailPolicy: { reject: '流程拒绝', continue: '继续流转' },
  emptyActorPolicy: {
    error: '不允许提交',
    admin: '转交流程管理员',
    autoPass: '自动通过',
    anyone: '任何人可处理',
  },
  sameActorPolicy: { none: '照常处理', skipStarter: '与发起人相同时跳过', skipApproved: '已审批过时跳过' },
} as const
