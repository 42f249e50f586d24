import type { Highlight } from '../canvas.types.ts'

const LISTS = ['historyNodeNames', 'activeNodeNames', 'historyEdgeNames'] as const

/** Names of what shall stand out, from json text; a missing list is empty. Otherwise why it cannot be read. */
export function readHighlight(text: string): Highlight | string {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return `JSON 格式错误：${error instanceof Error ? error.message : String(error)}`
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return '内容应为对象'
  const lists = new Map<string, unknown>(Object.entries(given))
  const names: Highlight = { historyNodeNames: [], activeNodeNames: [], historyEdgeNames: [] }
  for (const list of LISTS) {
    const value = lists.get(list) ?? []
    if (!Array.isArray(value) || !value.every((name) => typeof name === 'string'))
      return `${list} 应为名称的列表`
    names[list] = value
  }
  return names
}
