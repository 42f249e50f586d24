import { CallError } from './request.ts'

/** What a page lacks, in words: the call that was not answered with its reason, or the file of code that did not arrive. */
export function lostText(error: unknown): string {
  if (error instanceof CallError) return `没有取到“${error.call}”：${error.message}`
  const message = error instanceof Error ? error.message : ''
  const file = /\/([\w.-]+\.(?:js|css))(?:\?|$|\s)/.exec(message)?.[1]
  return file === undefined ? '' : `没有取到程序文件 ${file}`
}
