const UNREADABLE = '文件无法读取，请另存为 xlsx 或 csv 后重试'

/** A file that is no readable xlsx or csv: broken, encrypted, another format, or far bigger than it pretends. */
export class SpreadsheetError extends Error {
  override name = 'SpreadsheetError'

  constructor(cause?: unknown, message = UNREADABLE) {
    super(message, { cause })
  }
}
