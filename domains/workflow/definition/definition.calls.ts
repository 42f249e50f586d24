import { z } from 'zod'
import { choice, datetime, flag, int, json, text } from '#kit/fields/shared.ts'
import { binary } from '#kit/shared/binary.ts'
import {
  answerOf,
  get,
  idField,
  listAnswer,
  listInput,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
} from '#kit/shared/call.ts'
import { permissionOf } from '#kit/shared/path.ts'
import { HANDLER_KINDS } from '../model/types.ts'
import { MOST_TEXT, nameField, processHead } from './definition.entity.ts'

const PREFIX = '/admin/workflow/definition'
/** A definition of 5 MB, its quotes escaped, the whole in an envelope. */
const bodyMb = 10
const LIST = permissionOf(`${PREFIX}/list`)

const problem = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning']),
  ids: z.array(z.string()),
  message: z.string(),
})
const problems = z.array(problem)

const FORMATS = [
  { value: 'json', label: 'JSON' },
  { value: 'xml', label: 'XML' },
] as const

/** A stored draft may be read by who read that version of its head; another save in between is 409. */
const version = int('版本', { min: 0 })

/** A name with its newest version; revision 0: nothing deployed yet. */
export const definitionRow = rowsOf(processHead, {
  /** id of the newest version; 0: none */
  definitionId: int('最新版本ID', { required: true, list: false }),
  revision: int('最新版本', { required: true }),
  enabled: flag('状态', { required: true, texts: ['启用', '停用'] }),
  deployTime: datetime('部署时间'),
  /** running instances of all versions */
  running: int('运行中', { required: true }),
  draftByName: text('草稿编辑人', { max: 50 }),
  /** labels of the business types bound to the name */
  boundTypes: json('绑定业务', z.array(z.string()), { required: true }),
})

export const versionRow = {
  id: int('ID', { required: true }),
  name: text('流程编码', { max: 100 }),
  revision: int('版本', { required: true }),
  displayName: text('流程名称', { max: 100 }),
  category: text('流程分类', { max: 50 }),
  enabled: flag('状态', { required: true, texts: ['启用', '停用'] }),
  note: text('版本说明', { max: 200 }),
  checksum: text('校验码', { max: 64 }),
  createBy: int('部署人', { required: true }),
  createByName: text('部署人', { max: 50 }),
  createTime: datetime('部署时间', { required: true }),
  running: int('运行中', { required: true }),
  total: int('实例总数', { required: true }),
}

const draftAnswer = answerOf(
  z.object({
    name: z.string(),
    displayName: z.string(),
    category: z.string(),
    /** of the head, for the next save */
    version: z.number(),
    /** draft: what is being edited; deployed: the newest version, for there is no draft */
    from: z.enum(['draft', 'deployed']),
    /** json text as it was saved, or canonical json of the version */
    json: z.string(),
    /** the content equals the newest version */
    same: z.boolean(),
    /** the newest version; 0: none */
    revision: z.number(),
    definitionId: z.number(),
    draftTime: z.number().nullable(),
    draftByName: z.string(),
    problems,
  }),
)

const decision = z.object({
  node: z.string().max(200),
  action: z.enum(['agree', 'disagree', 'reject', 'returnPrevious', 'returnStarter']),
  /** person who does it; left out: the first one the task waits for */
  by: z.number().int().min(1).optional(),
})
export type TryStep = z.infer<typeof decision>

const person = z.object({ kind: z.enum(['user', 'role', 'dept', 'post']), id: z.string(), name: z.string() })

/** Who may take part is drawn by person, role and department. */
const STAFF = ['admin', 'role', 'dept']

/** Definitions: drafts, versions, what may be chosen in them. Workflow §3.2, §4. */
export const definitionCalls = {
  list: get(`${PREFIX}/list`, {
    title: '流程定义列表',
    input: { ...listInput(processHead), enabled: text('状态', { max: 1, pattern: /^[01]$/ }) },
    answer: listAnswer(definitionRow),
  }),
  categories: get(`${PREFIX}/categories`, {
    title: '流程分类',
    permission: LIST,
    answer: answerOf(z.array(z.object({ category: z.string(), count: z.number() }))),
  }),
  /** every process that was deployed, for filters and pickers */
  all: get(`${PREFIX}/all`, {
    title: '流程选项',
    permission: 'login',
    picks: 'processHead',
    answer: answerOf(
      z.array(
        z.object({
          value: z.string(),
          label: z.string(),
          category: z.string(),
          /** false: stopped; its instances are still there */
          enabled: z.boolean(),
        }),
      ),
    ),
  }),
  versions: get(`${PREFIX}/versions`, {
    title: '流程版本',
    input: { name: nameField() },
    answer: rowsAnswer(versionRow),
  }),
  info: get(`${PREFIX}/info/:id`, {
    title: '流程版本详情',
    refers: STAFF,
    input: { id: idField() },
    answer: rowAnswer({
      ...versionRow,
      json: text('JSON', { max: MOST_TEXT, long: true }),
      xml: text('XML', { max: MOST_TEXT, long: true }),
    }),
  }),
  exportFile: get(`${PREFIX}/export/:id`, {
    title: '导出流程版本',
    input: { id: idField(), format: choice('格式', FORMATS, { initial: 'json' }) },
    answer: binary,
  }),
  draft: get(`${PREFIX}/draft`, {
    title: '流程草稿',
    refers: STAFF,
    input: { name: nameField() },
    answer: draftAnswer,
  }),
  /** keeps it even when it is wrong; a new name makes a new process */
  saveDraft: post(`${PREFIX}/draft/save`, {
    title: '保存流程草稿',
    refers: STAFF,
    input: {
      name: nameField(),
      /** blank: as it was */
      category: text('流程分类', { max: 50 }),
      /** json or xml */
      json: text('流程内容', { max: MOST_TEXT, required: true }),
      version,
      /** 1: the name must be new */
      isNew: flag('新增', { initial: 0 }),
    },
    answer: answerOf(z.object({ id: z.number(), version: z.number(), same: z.boolean(), problems })),
    quiet: true,
    bodyMb,
  }),
  removeDraft: post(`${PREFIX}/draft/delete`, {
    title: '删除流程草稿',
    input: { name: nameField(), version },
  }),
  /** an old version becomes the draft of its name */
  restore: post(`${PREFIX}/draft/restore/:id`, {
    title: '恢复版本为草稿',
    input: { id: idField(), version },
  }),
  /** a draft out of a file; its name is the one in it */
  importText: post(`${PREFIX}/import`, {
    title: '导入流程定义',
    input: {
      text: text('流程内容', { max: MOST_TEXT, required: true }),
      category: text('流程分类', { max: 50 }),
      /** of the head whose draft it replaces */
      version,
    },
    answer: answerOf(z.object({ id: z.number(), name: z.string(), version: z.number(), problems })),
    quiet: true,
    bodyMb,
  }),
  validate: post(`${PREFIX}/validate`, {
    title: '校验流程定义',
    change: false,
    bodyMb,
    input: { text: text('流程内容', { max: MOST_TEXT, required: true }) },
    answer: answerOf(z.object({ problems })),
  }),
  /** the text when it is given, else the draft of the name; a refusal's data is {reason, problems} */
  deploy: post(`${PREFIX}/deploy`, {
    title: '部署流程定义',
    input: {
      name: text('流程编码', { max: 100 }),
      text: text('流程内容', { max: MOST_TEXT }),
      category: text('流程分类', { max: 50 }),
      note: text('版本说明', { max: 200 }),
      version,
    },
    answer: answerOf(
      z.object({ id: z.number(), name: z.string(), revision: z.number(), same: z.boolean(), problems }),
    ),
    quiet: true,
    bodyMb,
  }),
  status: post(`${PREFIX}/update/status/:id`, {
    title: '启停流程版本',
    input: { id: idField(), status: flag('状态', { required: true }) },
  }),
  remove: post(`${PREFIX}/delete/:id`, { title: '删除流程版本', input: { id: idField() } }),
  copy: post(`${PREFIX}/copy`, {
    title: '复制流程定义',
    input: {
      name: nameField(),
      to: nameField('新流程编码'),
      displayName: text('新流程名称', { max: 100, required: true }),
    },
    answer: answerOf(z.object({ id: z.number(), name: z.string() })),
  }),
  choices: get(`${PREFIX}/choices`, {
    title: '流程设计选项',
    answer: answerOf(
      z.object({
        handlers: z.array(
          z.object({ kind: z.enum(HANDLER_KINDS), name: z.string(), label: z.string(), group: z.string() }),
        ),
        types: z.array(
          z.object({
            type: z.string(),
            label: z.string(),
            /** page that shows a document of the type */
            form: z.string(),
            /** variables a condition may use */
            fields: z.array(z.object({ name: z.string(), label: z.string() })),
            /** names of the processes bound to it */
            processes: z.array(z.string()),
          }),
        ),
        /** pages of the product a task may show */
        pages: z.array(z.object({ path: z.string(), label: z.string() })),
        processes: z.array(z.object({ name: z.string(), displayName: z.string(), revision: z.number() })),
      }),
    ),
  }),
  /** plays a definition without keeping anything */
  tryRun: post(`${PREFIX}/tryRun`, {
    title: '试运行流程',
    refers: STAFF,
    change: false,
    bodyMb,
    input: {
      text: text('流程内容', { max: MOST_TEXT, required: true }),
      /** who starts it; left out: the person who asks */
      starter: int('发起人', { min: 1 }),
      variables: json('变量', z.record(z.string(), z.unknown()), { initial: {} }),
      steps: json('处理步骤', z.array(decision).max(500), { initial: [] }),
    },
    answer: answerOf(
      z.object({
        state: z.enum(['running', 'approved', 'rejected', 'withdrawn', 'terminated']),
        /** tasks that are open after the last step */
        open: z.array(
          z.object({ node: z.string(), name: z.string(), mode: z.string(), actors: z.array(person) }),
        ),
        /** what was passed, in order: nodes entered, transitions taken */
        way: z.array(z.object({ kind: z.enum(['node', 'edge']), id: z.string() })),
        variables: z.record(z.string(), z.unknown()),
        problems,
        /** the step that was refused, from 0 (-1: the start), and why; null: all were done */
        refused: z.object({ step: z.number(), reason: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
}
