import { CallError, isLost } from '#kit/web/request.ts'

/** What was said of the last scan. */
export interface Said {
  readonly isWrong: boolean
  readonly text: string
  /** tells two scans apart that are said the same of */
  readonly at: number
}

export const right = (text: string): Said => ({ isWrong: false, text, at: performance.now() })
export const wrong = (text: string): Said => ({ isWrong: true, text, at: performance.now() })

/** Why something could not be done. */
export function saidBy(error: unknown): Said {
  if (isLost(error)) return wrong('网络已断开，暂时无法识别')
  return wrong(error instanceof CallError ? error.message : '操作没有完成，请重试')
}
