import { compile, ExpressionError } from '../../model/expression.ts'
import { readTime } from '../../model/timeValue.ts'
import type { HandlerChoice, HandlerKind } from '../../model/types.ts'

/** Why a text is no expression; null when it is one, or empty. */
export function expressionFault(text: string): string | null {
  if (text.trim() === '') return null
  try {
    compile(text)
    return null
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}

/** Why a text is no time value; null when it is one, or empty. */
export function timeFault(text: string): string | null {
  return text.trim() === '' || readTime(text) !== null ? null : '时间格式不正确'
}

export function minutesFault(text: string): string | null {
  return text === '' || /^[1-9]\d*$/.test(text) ? null : '重复间隔必须是正整数（分钟）'
}

/** Which of the names nobody registered; null when all are, or it is not known. */
export function handlerWarning(
  handlers: readonly HandlerChoice[] | undefined,
  kind: HandlerKind | undefined,
  names: readonly string[],
): string | null {
  if (handlers === undefined) return null
  const known = new Set(handlers.filter((one) => one.kind === kind).map((one) => one.name))
  const missing = names.filter((name) => !known.has(name))
  return missing.length === 0 ? null : `处理器「${missing.join('」「')}」未注册`
}

/** The expression among the tokens of participants that cannot be read. */
export function actorsFault(tokens: readonly string[]): string | null {
  for (const token of tokens) {
    const fault = /^[#$]/.test(token) ? expressionFault(token) : null
    if (fault !== null) return `「${token}」有误：${fault}`
  }
  return null
}
