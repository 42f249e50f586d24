import { message } from 'antd'

const ERROR_SECONDS = 5
const SUCCESS_SECONDS = 1
const lastShown = new Map<string, number>()

/** A failure, for 5 s; the same text within 5 s stands once. Platform §4.6. */
export function toastError(text: string): void {
  const now = Date.now()
  for (const [shown, time] of lastShown) if (now - time >= ERROR_SECONDS * 1000) lastShown.delete(shown)
  if (lastShown.has(text)) return
  lastShown.set(text, now)
  void message.error(text, ERROR_SECONDS)
}

/** A success, for 1 s. */
export function toastSuccess(text: string): void {
  void message.success(text, SUCCESS_SECONDS)
}

/** A remark, e.g. 已取消. */
export function toastInfo(text: string): void {
  void message.info(text)
}

/** A notice that stands until the returned function is called, e.g. 上传中，请稍候. */
export function toastLoading(text: string): () => void {
  return message.loading(text, 0)
}
