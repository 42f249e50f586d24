import { createHash } from 'node:crypto'
import { AppError, notFound } from '#kit/shared/errors.ts'
import { writeJson } from '../model/json.ts'
import { parseProcess } from '../model/parse.ts'
import { ModelError } from '../model/problem.ts'
import type { Problem, Process } from '../model/types.ts'

/** A text read as a definition; null when it is none, the problems then say why. */
export interface Reading {
  process: Process | null
  problems: Problem[]
}

/** Reads json or xml into canonical form, without judging what it says. Workflow §2.1. */
export function readText(text: string): Reading {
  try {
    const { process, problems } = parseProcess(text)
    return { process, problems }
  } catch (error) {
    if (error instanceof ModelError) return { process: null, problems: [...error.problems] }
    throw error
  }
}

/** Equal for equal canonical definitions. */
export function checksumOf(process: Process): string {
  return createHash('sha256').update(writeJson(process)).digest('hex')
}

/** The display name as it stands in lists: one line, without what a text column cannot hold. */
export function shownName(process: Process): string {
  return process.displayName
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
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
