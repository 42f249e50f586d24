import { PlusOutlined } from '@ant-design/icons'
import { idsOf } from '#kit/fields/refs/web.tsx'
import { choice, refs, text } from '#kit/fields/shared.ts'
import { act } from '#kit/web/actions.tsx'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import { nameField, processHead } from '../definition/definition.entity.ts'
import { DESIGN_PAGE } from '../workflow.addresses.ts'
import { FlowCategory } from './FlowCategory.tsx'
import { drawingOf, TEMPLATE_HINTS, TEMPLATES } from './templates.ts'

const WIDTH = 520
const NAME_HELP = '英文、数字或中文，不能有空格；保存后不可修改'
const { category } = processHead.shape

const displayName = text('流程名称', { max: 100, required: true })
const NEW = {
  name: nameField(),
  displayName,
  category,
  template: choice('起始模板', TEMPLATES, { initial: 'one', required: true }),
  members: refs('会签人员', 'admin', { required: true, max: 100 }),
}

/** The page where a process is drawn. */
export const designOf = (name: string): string => `${DESIGN_PAGE}/${encodeURIComponent(name)}`

const templateOf = (values: WireRow) =>
  TEMPLATES.find(({ value }) => value === values.template)?.value ?? 'blank'

/** 新增: a draft out of a template, then the page where it is drawn. */
async function openNewFlow(): Promise<void> {
  let made = ''
  const id = await openForm({
    of: processHead,
    calls: { save: definitionCalls.saveDraft },
    id: null,
    title: '新增流程',
    width: WIDTH,
    shape: NEW,
    inputs: { name: { help: NAME_HELP }, category: { Input: FlowCategory } },
    hidden: (field, values) => field === 'members' && values.template !== 'sign',
    below: ({ values }) => <p className="k-hint">{TEMPLATE_HINTS[templateOf(values)]}</p>,
    complete(_, values) {
      const head = { name: textOf(values.name).trim(), displayName: textOf(values.displayName).trim() }
      made = head.name
      const drawing = drawingOf(templateOf(values), head, idsOf(values.members))
      return {
        name: head.name,
        category: textOf(values.category).trim(),
        json: JSON.stringify(drawing),
        isNew: 1,
      }
    },
  })
  if (id !== null) goTo(designOf(made))
}

/** The button that begins a process, wherever there is none yet. */
export const NEW_FLOW = act({
  label: '新增',
  icon: <PlusOutlined />,
  primary: true,
  permission: definitionCalls.saveDraft,
  run: () => void openNewFlow(),
})

const COPY = { to: nameField('新流程编码'), displayName: text('新流程名称', { max: 100, required: true }) }

/** 复制: the draft, or the newest version, under another name. */
export function openCopy(from: { name: string; displayName: string | null }): Promise<number | null> {
  return openForm({
    of: processHead,
    calls: { save: definitionCalls.copy },
    id: null,
    title: `复制流程“${from.displayName || from.name}”`,
    width: WIDTH,
    shape: COPY,
    initial: { to: `${from.name}2`, displayName: `${from.displayName || from.name}（复制）` },
    inputs: { to: { help: NAME_HELP } },
    complete: (input) => ({ ...input, name: from.name }),
    success: '复制成功',
  })
}
