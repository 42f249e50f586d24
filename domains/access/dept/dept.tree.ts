import type { Option } from '#kit/shared/standardCalls.ts'
import type { DeptNode } from './dept.calls.ts'

/** The departments of a tree as options, of given ids those only. */
export function deptOptions(
  tree: readonly DeptNode[],
  { keywords = '', ids = '' }: { keywords?: string; ids?: string },
): Option[] {
  const wanted = ids === '' ? null : new Set(ids.split(',').map(Number))
  return tree.flatMap(({ id, name, disabled, child }) => [
    ...(wanted?.has(id) === false || !name.includes(keywords) ? [] : [{ value: id, label: name, disabled }]),
    ...deptOptions(child, { keywords, ids }),
  ])
}
