import { threadWork } from '#kit/server/threads/inThread.ts'
import { AppError, notFound } from '#kit/shared/errors.ts'
import type { Problem } from '../model/types.ts'
import { indented, type Reading, type ReadingQuestion, readDefinition } from './reading.ts'

/** Shorter texts, some thirty nodes, are read at once. */
const SHORT = 10_000

const module = new URL('reading.ts', import.meta.url)
const limits = { limitMs: 20_000, tooMuch: '流程定义过于复杂，20秒内无法读取，请拆分为子流程' }
const readInThread = threadWork<typeof readDefinition>({ module, name: 'readDefinition', ...limits })
const indentInThread = threadWork<typeof indented>({ module, name: 'indented', ...limits })

/** Reads json or xml into canonical form, beside other requests when it is long. 422 when that takes too long. Workflow §2.1. */
export function readText(question: ReadingQuestion): Promise<Reading> {
  return question.text.length <= SHORT ? Promise.resolve(readDefinition(question)) : readInThread(question)
}

/** A canonical json text, indented for people. */
export function indentJson(json: string): Promise<string> {
  return json.length <= SHORT ? Promise.resolve(indented(json)) : indentInThread(json)
}

/** 422: what keeps a definition from being deployed; all problems travel in the data. Workflow §5.3. */
export function invalidModel(problems: readonly Problem[]): AppError {
  return new AppError(422, '流程定义校验未通过', { reason: 'INVALID_MODEL', problems })
}

/**
 * 422: a text that cannot be read at all. Where it is neither form, the message also says what is wrong with the one it
 * looks like; all problems travel in the data. Workflow §2.1.
 */
export function importFailed(problems: readonly Problem[], text = ''): AppError {
  const [first] = problems
  const looksLike = text.trimStart().startsWith('<') ? 'XML_SYNTAX' : 'JSON_SYNTAX'
  const why = first?.code === 'IMPORT_FAILED' ? problems.find((one) => one.code === looksLike) : undefined
  const message = [first?.message ?? '导入失败', ...(why === undefined ? [] : [why.message])].join('。')
  return new AppError(422, message, { reason: first?.code ?? 'IMPORT_FAILED', problems })
}

export const noDraft = (): AppError => notFound('该流程没有草稿')
