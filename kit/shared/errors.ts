/** One refused field of an input: path of the field (dots into lines) and the Chinese reason. */
export interface FieldError {
  field: string
  message: string
}

/** What the data of a refusal may carry besides field errors: a machine-readable reason, its figures and lists. */
export type RefusalData =
  | FieldError[]
  | { reason: string; [figure: string]: string | number | readonly object[] }

/** A refusal a person may read. Everything else that is thrown is an internal error and shows no text. Frame §3. */
export class AppError extends Error {
  readonly code: number
  readonly data: RefusalData | null

  constructor(code: number, message: string, data: RefusalData | null = null) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.data = data
  }
}

export const NO_PERMISSION = '没有权限访问。'
export const SESSION_OVER = '无效的会话，或者登录已过期，请重新登录。'
export const DOWNLOAD_SESSION_OVER = '无效的会话，或者会话已过期，请重新登录。'
export const NOT_THERE = '数据不存在'
export const STALE = '数据已被他人修改，请刷新后重试'
export const OWN_DOCUMENT = '不能审核自己提交的单据'
export const BUSY = '系统繁忙，请稍后重试'
export const TOO_MANY = '操作过于频繁，请稍后再试'

/** 422: refused input or rule; with a field the message also stands at that field. */
export function refuse(message: string, field?: string): AppError {
  return new AppError(422, message, field === undefined ? null : [{ field, message }])
}

/** 422 with several field errors; the first one is the message. */
export function refuseFields(errors: FieldError[]): AppError {
  return new AppError(422, errors[0]?.message ?? '请求格式不正确', errors)
}

/** 404: not there or outside the person's data scope; the two are never told apart. */
export function notFound(message: string = NOT_THERE): AppError {
  return new AppError(404, message)
}

/** 409: wrong state, in use, already done. */
export function conflict(message: string, data: RefusalData | null = null): AppError {
  return new AppError(409, message, data)
}

/** 409: the version read is not the version stored. */
export function stale(): AppError {
  return new AppError(409, STALE)
}

/** 403: permission missing; the text is fixed. */
export function forbidden(): AppError {
  return new AppError(403, NO_PERMISSION)
}

/** 401: no session; the reason says why it ended, when known. */
export function noSession(reason?: string): AppError {
  return new AppError(401, SESSION_OVER, reason === undefined ? null : { reason })
}

/** 429: too fast or locked out. */
export function tooMany(message: string = TOO_MANY): AppError {
  return new AppError(429, message)
}
