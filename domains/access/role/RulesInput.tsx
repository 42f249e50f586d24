import { useMemo } from 'react'
import { idsOf } from '#kit/fields/refs/web.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type MenuNodeItem, menuTree } from '../menu/menu.calls.ts'
import { RulesTree } from './RulesTree.tsx'
import { allOf } from './ticks.rules.ts'

/** The granted nodes of a role, as ids joined by commas. */
export function RulesInput({ id, value, onChange }: InputProps) {
  const { data, error, refetch } = useCall(menuTree, {}, { quiet: true })
  const held = useMemo(() => new Set(idsOf(value)), [value])
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading rows={8} />
  return (
    <RulesTree
      id={id}
      tree={data}
      held={held}
      // In the order of the server, so that ticking there and back is no change.
      onChange={(next) => onChange([...next].sort((a, b) => a - b).join(','))}
    />
  )
}

/** The ids that are ticked in the tree of a role; the role admin holds all without a list. */
export function heldIn(tree: readonly MenuNodeItem[]): number[] {
  return tree.flatMap((node) => [...(node.checked ? [node.id] : []), ...heldIn(node.child)])
}

/** Of the held nodes those that the person may hand on, directories along with them. */
export function grantableIn(tree: readonly MenuNodeItem[]): number[] {
  const open = new Set(
    tree
      .flatMap(allOf)
      .filter((node) => !node.disabled)
      .map((node) => node.id),
  )
  return heldIn(tree).filter((id) => open.has(id))
}
