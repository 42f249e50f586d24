import { confirm } from '#kit/web/confirm.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { CallError } from '#kit/web/request.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import { showRefusal } from './deployFlow.tsx'
import { openProblems } from './FlowProblems.tsx'
import { designOf } from './flowForms.tsx'

const FAILED = '导入失败'

/** 导入: a json or xml file becomes the draft of the name it carries. */
export function importFlow(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,.xml,.snaker'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file !== undefined) void importFile(file)
  })
  input.click()
}

async function importFile(file: File): Promise<void> {
  try {
    await send(await file.text())
  } catch (error) {
    await showRefusal(error, FAILED)
  }
}

async function send(text: string, version?: number): Promise<void> {
  try {
    const input = version === undefined ? { text } : { text, version }
    const { name, problems } = await change(definitionCalls.importText, input, { quiet: true })
    toastSuccess('导入成功')
    if (problems.length > 0) await openProblems('已导入为草稿，请留意以下问题', problems)
    goTo(designOf(name))
  } catch (error) {
    const taken = error instanceof CallError && error.reason === 'DRAFT_EXISTS' ? draftVersion(error) : null
    if (taken === null) throw error
    if (await confirm('该流程已有草稿，导入会覆盖草稿，确定导入吗？')) await send(text, taken)
  }
}

/** The version of the draft that an import would replace. */
function draftVersion({ data }: CallError): number | null {
  return typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number'
    ? data.version
    : null
}
